import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { paymentRow, startPaymentStand } from './payment-stand.ts';

export const CLICK_SECRET = 'TESTSECRET01';
export const CLICK_SERVICE = '2222';
export const CLICK_AMOUNT = 100_000;

export type ClickCall = Record<string, string>;

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

export function signed(fields: ClickCall, secret = CLICK_SECRET): ClickCall {
  const prepare = fields.action === '1' ? (fields.merchant_prepare_id ?? '') : '';
  const sign_string = md5(
    `${fields.click_trans_id}${fields.service_id}${secret}${fields.merchant_trans_id}${prepare}${fields.amount}${fields.action}${fields.sign_time}`,
  );
  return { sign_string, ...fields };
}

let made = 0;
/** Beyond what a double holds, as the provider's numbers may be. */
export const newClickId = () => `90071992547409${String((made += 1)).padStart(5, '0')}`;

export const prepareFields = (account: number | string, change: ClickCall = {}): ClickCall => ({
  click_trans_id: newClickId(),
  service_id: CLICK_SERVICE,
  click_paydoc_id: '3333',
  merchant_trans_id: String(account),
  amount: '1000.00',
  action: '0',
  error: '0',
  error_note: 'Success',
  sign_time: '2025-08-01 12:00:00',
  ...change,
});
export const completeFields = (
  prepared: ClickCall,
  prepareId: number | string,
  change: ClickCall = {},
): ClickCall => ({
  ...prepared,
  merchant_prepare_id: String(prepareId),
  action: '1',
  sign_time: '2025-08-01 12:00:05',
  ...change,
});

/** Click's side as its documents have it, not as our stand-in plays it: calls, and the books its status calls answer from. */
export async function startClickCaller() {
  /** By our number of the payment. */
  const books = new Map<string, { paymentId: string; status: number; day?: string }>();
  const asked: { path: string; auth: string }[] = [];
  const api = { away: false };
  const server = createServer((req, res) => {
    const path = req.url ?? '';
    asked.push({ path, auth: String(req.headers.auth) });
    if (api.away) return void res.writeHead(502).end();
    const [, , , , kind, , key = '', day] = path.split('/');
    const found =
      kind === 'status_by_mti'
        ? books.get(decodeURIComponent(key))
        : [...books.values()].find(({ paymentId }) => paymentId === key);
    const hit = found && (kind !== 'status_by_mti' || !found.day || found.day === day) ? found : null;
    const told = hit
      ? kind === 'status_by_mti'
        ? `{"error_code":0,"error_note":"Success","payment_id":${hit.paymentId}}`
        : `{"error_code":0,"error_note":"Success","payment_id":${hit.paymentId},"payment_status":${hit.status}}`
      : '{"error_code":-16,"error_note":"Payment not found"}';
    res.writeHead(200, { 'content-type': 'application/json' }).end(told);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stand = await startPaymentStand({
    click: {
      serviceId: CLICK_SERVICE,
      merchantId: '1111',
      merchantUserId: '3333',
      secretKey: CLICK_SECRET,
      checkoutUrl: 'https://my.click.uz',
      apiUrl: `http://127.0.0.1:${port}/v2/merchant`,
    },
  });

  async function send(action: 'prepare' | 'complete', fields: ClickCall, body?: string) {
    const { status, text } = await stand.post(
      `/pay/click/${action}`,
      body ?? new URLSearchParams(fields).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
    expect(status).toBe(200);
    return {
      text,
      ...(JSON.parse(text) as { error: number; error_note: string; merchant_prepare_id?: number }),
    };
  }
  const debited = (paymentId: number, status = 2) =>
    books.set(String(paymentId), { paymentId: String(7_000_000 + paymentId), status });

  async function prepared(amountTiyin = CLICK_AMOUNT, change: ClickCall = {}) {
    const paymentId = await stand.begin('click', amountTiyin);
    const fields = prepareFields(paymentId, change);
    const answer = await send('prepare', signed(fields));
    expect(answer.error).toBe(0);
    return { paymentId, fields, prepareId: answer.merchant_prepare_id!, answer };
  }
  async function completed() {
    const one = await prepared();
    debited(one.paymentId);
    const fields = completeFields(one.fields, one.prepareId);
    const done = await send('complete', signed(fields));
    expect(done.error).toBe(0);
    return {
      ...one,
      completeFields: fields,
      done,
      person: (await paymentRow(stand, one.paymentId)).person,
    };
  }
  async function kindsOf(paymentId: number): Promise<string[]> {
    const { rows } = await stand.database.pool.query(
      'select kind from payment_mismatch where top_up_id = $1 order by id',
      [paymentId],
    );
    return rows.map(({ kind }: { kind: string }) => kind);
  }
  return {
    ...{ stand, books, asked, api, send, debited, prepared, completed, kindsOf },
    async close() {
      await stand.close();
      server.close();
    },
  };
}
