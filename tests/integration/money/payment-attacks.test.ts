import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requireWholeBooks } from '../../fixtures/check-ledger.ts';
import {
  CLICK_SECRET,
  CLICK_SERVICE,
  newClickId,
  prepareFields,
  signed,
} from '../../fixtures/click-caller.ts';
import { PAYME_KEY } from '../../fixtures/payme-caller.ts';
import { paymentRow, startPaymentsApp, type PaymentsApp } from '../../fixtures/payments-app.ts';

/** Genuine and forged calls of every provider against one product; its books are checked after each. */
type Provider = 'payme' | 'click' | 'uzum' | 'paynet';
const PROVIDERS: Provider[] = ['payme', 'click', 'uzum', 'paynet'];
/** In tiyin; 1000.00 soums. */
const AMOUNT = 100_000;
const NOW = 1_786_000_000_000;
const UZUM_PASSWORD = 'password-of-uzum';
const PAYNET_PASSWORD = 'password-of-paynet';
const SECRETS: Record<Provider, string> = {
  payme: PAYME_KEY,
  click: CLICK_SECRET,
  uzum: UZUM_PASSWORD,
  paynet: PAYNET_PASSWORD,
};
const LOGINS = { payme: 'Paycom', uzum: 'uzum', paynet: 'savdo' };

let fixture: PaymentsApp;
let books: Server;
beforeAll(async () => {
  // Click's own status: every payment is paid.
  books = createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end('{"error_code":0,"payment_id":7,"payment_status":2}');
  });
  await new Promise<void>((resolve) => books.listen(0, '127.0.0.1', resolve));
  fixture = await startPaymentsApp({
    payme: {
      merchantId: '5e730e8e0b852a417aa49ceb',
      key: PAYME_KEY,
      accountField: 'user_id',
      checkoutUrl: 'https://checkout.paycom.uz',
      addresses: [],
    },
    click: {
      serviceId: CLICK_SERVICE,
      merchantId: '1111',
      merchantUserId: '3333',
      secretKey: CLICK_SECRET,
      checkoutUrl: 'https://my.click.uz',
      apiUrl: `http://127.0.0.1:${(books.address() as AddressInfo).port}/v2/merchant`,
    },
    uzum: {
      serviceId: '101202',
      login: 'uzum',
      password: UZUM_PASSWORD,
      failureStatus: 400,
      checkoutUrl: 'https://www.uzumbank.uz',
    },
    paynet: {
      merchantId: '55555',
      serviceId: '44444',
      login: 'savdo',
      password: PAYNET_PASSWORD,
      accountField: 'order_id',
      checkoutUrl: 'https://app.paynet.uz',
    },
  });
});
afterAll(async () => {
  await fixture?.close();
  books.close();
});
beforeEach(() => {
  fixture.clock.nowMs = NOW;
  fixture.failures.length = 0;
});
afterEach(() => requireWholeBooks(fixture.database.db));

interface Asked {
  id: string;
  account: unknown;
  amount?: unknown;
  time?: number;
  /** Of Click: our number of the transaction. */
  prepareId?: string;
  /** Of Payme: why it is cancelled. */
  reason?: number;
}
interface Answered {
  ok: boolean;
  text: string;
  code: unknown;
}

let made = 0;
const newId = (provider: Provider): string => {
  made += 1;
  if (provider === 'payme') return `65f0c0ffee65f0c0ffee${String(made).padStart(4, '0')}`;
  if (provider === 'click') return newClickId();
  return provider === 'uzum' ? randomUUID() : String(500_000 + made);
};

/** One call of a provider's protocol, with the secret of this or of another one. */
async function call(
  provider: Provider,
  step: 'begin' | 'perform' | 'cancel',
  asked: Asked,
  secret = SECRETS[provider],
): Promise<Answered> {
  const { id, account, amount = AMOUNT, time = fixture.clock.nowMs, reason = 5 } = asked;
  if (provider === 'click') {
    const begin = prepareFields(String(account), {
      click_trans_id: id,
      amount: typeof amount === 'number' ? String(amount / 100) : String(amount),
    });
    const fields = {
      ...begin,
      ...(step === 'begin' ? {} : { action: '1', merchant_prepare_id: asked.prepareId ?? '1' }),
      ...(step === 'cancel' ? { error: '-5017' } : {}),
    };
    const body = new URLSearchParams(signed(fields, secret)).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { text } = await fixture.post(
      `/pay/click/${step === 'begin' ? 'prepare' : 'complete'}`,
      body,
      headers,
    );
    const { error } = JSON.parse(text) as { error: number };
    return { ok: error === 0 || (step === 'cancel' && error === -9), text, code: error };
  }
  const authorization = `Basic ${Buffer.from(`${LOGINS[provider]}:${secret}`).toString('base64')}`;
  const post = async (path: string, body: object) => {
    const { text } = await fixture.post(path, JSON.stringify(body), { authorization });
    return { text, said: JSON.parse(text) as Record<string, any> };
  };
  if (provider === 'uzum') {
    const name = { begin: 'create', perform: 'confirm', cancel: 'reverse' }[step];
    const { text, said } = await post(`/pay/uzum/${name}`, {
      serviceId: 101202,
      timestamp: time,
      transId: id,
      ...(step === 'begin' ? { params: { account }, amount } : {}),
    });
    return { ok: said.status !== 'FAILED', text, code: said.errorCode };
  }
  const [path, method, params] =
    provider === 'payme'
      ? [
          '/pay/payme',
          { begin: 'CreateTransaction', perform: 'PerformTransaction', cancel: 'CancelTransaction' }[step],
          { id, time, amount, account: { user_id: account }, reason },
        ]
      : [
          '/pay/paynet',
          { begin: 'GetInformation', perform: 'PerformTransaction', cancel: 'CancelTransaction' }[step],
          { serviceId: 44444, transactionId: id, amount, fields: { order_id: account } },
        ];
  const { text, said } = await post(path, { jsonrpc: '2.0', id: 1, method, params });
  return { ok: said.error === undefined, text, code: said.error?.code };
}

async function begun(
  provider: Provider,
  personId?: string,
): Promise<{ paymentId: number; asked: Asked; person: string }> {
  const paymentId = await fixture.begin(provider, AMOUNT, personId);
  const asked: Asked = { id: newId(provider), account: String(paymentId) };
  const answer = await call(provider, 'begin', asked);
  expect(answer).toMatchObject({ ok: true });
  if (provider === 'click')
    asked.prepareId = String(
      (JSON.parse(answer.text) as { merchant_prepare_id: number }).merchant_prepare_id,
    );
  return { paymentId, asked, person: (await paymentRow(fixture, paymentId)).person };
}
async function performed(provider: Provider, personId?: string) {
  const one = await begun(provider, personId);
  expect(await call(provider, 'perform', one.asked)).toMatchObject({ ok: true });
  return one;
}
const balanceOf = (person: string) => fixture.wallet.balanceOf(person);

describe.each(PROVIDERS)('%s', (provider) => {
  test('of twenty confirmations at once credits one', async () => {
    const { asked, person } = await begun(provider);
    await Promise.all(Array.from({ length: 20 }, () => call(provider, 'perform', asked)));
    expect(await balanceOf(person)).toBe(AMOUNT);
  });

  test('credits nothing more by a completed call, nor by its number with another sum or payment', async () => {
    const { asked, person } = await performed(provider);
    const other = await begun(provider);
    for (const change of [
      {},
      { amount: AMOUNT * 2 },
      { account: other.asked.account },
      { prepareId: other.asked.prepareId ?? '1' },
    ])
      for (const step of ['begin', 'perform'] as const) await call(provider, step, { ...asked, ...change });
    expect([await balanceOf(person), await balanceOf(other.person)]).toEqual([AMOUNT, 0]);
  });

  test('agrees with itself when confirming and cancelling meet', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { asked, person, paymentId } = await begun(provider);
      await Promise.all(
        Array.from({ length: 10 }, (_, at) => call(provider, at % 2 ? 'perform' : 'cancel', asked)),
      );
      const { status } = await paymentRow(fixture, paymentId);
      expect(await balanceOf(person)).toBe(status === 'paid' ? AMOUNT : 0);
    }
  });

  test('takes a paid sum back once at most, and credits nothing by a confirmation afterwards', async () => {
    const { asked, person, paymentId } = await performed(provider);
    await performed(provider, person);
    await Promise.all(Array.from({ length: 20 }, () => call(provider, 'cancel', asked)));
    for (const step of ['begin', 'perform'] as const) await call(provider, step, asked);
    const { status } = await paymentRow(fixture, paymentId);
    expect(status).toBe(provider === 'click' ? 'paid' : 'refunded');
    expect(await balanceOf(person)).toBe(provider === 'click' ? 2 * AMOUNT : AMOUNT);
  });

  test('gives no one back what they owe, under whatever account', async () => {
    const { asked, person } = await performed(provider);
    const other = fixture.person();
    for (const id of [person, other])
      await fixture.database.pool.query(
        `with made as (
           insert into person (id, issuer, subject, kind, name, language)
           values ($1::uuid, 'test', $1::text, 'natural', 'Anvar Namuna', 'uz') returning id
         )
         insert into person_number (person_id, number_hash, key_check, proven_by)
         select id, $2, 'test', 'oneid' from made`,
        [id, person],
      );
    const about = { reason: 'test', reference: 'order:100001' };
    for (const personId of [person, other])
      await fixture.wallet.owePenalty({
        ...about,
        key: randomUUID(),
        personId,
        amountTiyin: AMOUNT / 2,
        actor: personId,
      });
    await call(provider, 'cancel', asked);
    expect(await balanceOf(person)).toBe(AMOUNT);
    // What is there beside the debts may go back.
    await performed(provider, person);
    await call(provider, 'cancel', asked);
    // Click has a cancellation noted, and nothing is taken back by it.
    expect(await balanceOf(person)).toBe(provider === 'click' ? 2 * AMOUNT : AMOUNT);
  });

  test.each([
    0,
    -AMOUNT,
    AMOUNT + 0.5,
    2 ** 53,
    1e300,
    '100000',
    '1e5',
    '-1000.00',
    'NaN',
    null,
    true,
    [AMOUNT],
  ])('refuses the sum %j without a fault', async (amount) => {
    const paymentId = await fixture.begin(provider, AMOUNT);
    const step = provider === 'paynet' ? 'perform' : 'begin';
    const answer = await call(provider, step, { id: newId(provider), account: String(paymentId), amount });
    expect(answer.ok).toBe(false);
    expect(fixture.failures).toEqual([]);
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'created' });
  });

  test.each<Partial<Asked>>([
    { id: 'a\0b' },
    { id: '\0' },
    { id: 'a\u202Eb' },
    { id: '\uD800' },
    { id: '9'.repeat(65) },
    { prepareId: '9'.repeat(19) },
    { account: '\0' },
    { account: '9'.repeat(64) },
    { reason: 2 ** 31 },
    { reason: -1e15 },
  ])('answers %j, which no column holds, without a fault', async (odd) => {
    const { asked, person } = await begun(provider);
    const fresh = { ...asked, id: newId(provider), ...odd };
    for (const step of ['begin', 'perform', 'cancel'] as const) await call(provider, step, fresh);
    await call(provider, 'cancel', { ...asked, ...odd });
    expect(fixture.failures).toEqual([]);
    expect(await balanceOf(person)).toBe(0);
  });

  test('refuses the secret of every other provider', async () => {
    const { asked, person } = await begun(provider);
    for (const other of PROVIDERS.filter((each) => each !== provider))
      expect(await call(provider, 'perform', asked, SECRETS[other])).toMatchObject({ ok: false });
    expect(await balanceOf(person)).toBe(0);
  });

  test('does not perform what another provider began under the same number', async () => {
    for (const other of PROVIDERS.filter((each) => each !== provider && each !== 'paynet')) {
      const { asked, person } = await begun(other);
      await call(provider, 'perform', asked);
      await call(provider, 'cancel', asked);
      expect(await balanceOf(person)).toBe(0);
      expect(await call(other, 'perform', asked)).toMatchObject({ ok: true });
    }
  });

  test('begins nothing for a person who is shut, and credits what began before', async () => {
    const { rows } = await fixture.database.pool.query<{ id: string }>(
      `insert into person (issuer, subject, kind, name, language) values ('test', $1, 'natural', 'A', 'uz') returning id`,
      [randomUUID()],
    );
    const { id } = rows[0]!;
    const before = await begun(provider, id);
    const waiting = await fixture.begin(provider, AMOUNT, id);
    await fixture.database.pool.query('update person set disabled_at = now() where id = $1', [id]);
    const late = { id: newId(provider), account: String(waiting) };
    expect(await call(provider, 'begin', late)).toMatchObject({ ok: false });
    expect(await call(provider, 'perform', late)).toMatchObject({ ok: false });
    const done = await call(provider, 'perform', before.asked);
    // Paynet begins and performs in one call.
    expect(done.ok).toBe(provider !== 'paynet');
    expect(await balanceOf(id)).toBe(done.ok ? AMOUNT : 0);
  });

  test('begins for whom one member of staff alone has shut out, who may have to pay in to bid on', async () => {
    const { pool } = fixture.database;
    const { rows } = await pool.query<{ id: string }>(
      `insert into person (issuer, subject, kind, name, language, disabled_at)
       values ('test', $1, 'natural', 'A', 'uz', now()) returning id`,
      [randomUUID()],
    );
    const { id } = rows[0]!;
    await pool.query('insert into account_standstill (person_id, since, shut_by) values ($1, now(), $1)', [
      id,
    ]);
    const { asked } = await begun(provider, id);
    expect(await call(provider, 'perform', asked)).toMatchObject({ ok: true });
    expect(await balanceOf(id)).toBe(AMOUNT);
  });
});
