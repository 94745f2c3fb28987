import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentRow, startPaymentStand, type PaymentStand } from '../support/payment-stand.ts';

/**
 * The provider's own documents, not our stand-in: signatures over raw texts, the order of the checks, the fifteen
 * scenarios of its generator, and the status call of its Merchant API before money is credited.
 */
const SECRET = 'TESTSECRET01';
const SERVICE = '2222';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Click's own books: what its status calls answer, by our number of the payment. */
const books = new Map<string, { paymentId: string; status: number; day?: string }>();
const asked: { path: string; auth: string }[] = [];
let away = false;
let server: Server;
let stand: PaymentStand;

beforeAll(async () => {
  server = createServer((req, res) => {
    const path = req.url ?? '';
    asked.push({ path, auth: String(req.headers.auth) });
    if (away) return void res.writeHead(502).end();
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
  stand = await startPaymentStand({
    click: {
      serviceId: SERVICE,
      merchantId: '1111',
      merchantUserId: '3333',
      secretKey: SECRET,
      checkoutUrl: 'https://my.click.uz',
      apiUrl: `http://127.0.0.1:${port}/v2/merchant`,
    },
  });
});
afterAll(async () => {
  await stand.close();
  server.close();
});
beforeEach(() => {
  away = false;
  asked.length = 0;
  stand.forged.length = 0;
  stand.failures.length = 0;
});

let made = 0;
/** Beyond what a double holds, as the provider's numbers may be. */
const newId = () => `90071992547409${String((made += 1)).padStart(5, '0')}`;

type Fields = Record<string, string>;

function signed(fields: Fields, secret = SECRET): Fields {
  const prepare = fields.action === '1' ? (fields.merchant_prepare_id ?? '') : '';
  const sign_string = md5(
    `${fields.click_trans_id}${fields.service_id}${secret}${fields.merchant_trans_id}${prepare}${fields.amount}${fields.action}${fields.sign_time}`,
  );
  return { sign_string, ...fields };
}

async function send(action: 'prepare' | 'complete', fields: Fields, body?: string) {
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

const prepareFields = (account: number | string, change: Fields = {}): Fields => ({
  click_trans_id: newId(),
  service_id: SERVICE,
  click_paydoc_id: '3333',
  merchant_trans_id: String(account),
  amount: '1000.00',
  action: '0',
  error: '0',
  error_note: 'Success',
  sign_time: '2025-08-01 12:00:00',
  ...change,
});
const completeFields = (prepared: Fields, prepareId: number | string, change: Fields = {}): Fields => ({
  ...prepared,
  merchant_prepare_id: String(prepareId),
  action: '1',
  sign_time: '2025-08-01 12:00:05',
  ...change,
});

const AMOUNT = 100_000;
const debited = (paymentId: number, status = 2) =>
  books.set(String(paymentId), { paymentId: String(7_000_000 + paymentId), status });

async function prepared(amountTiyin = AMOUNT, change: Fields = {}) {
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
  return { ...one, completeFields: fields, done, person: (await paymentRow(stand, one.paymentId)).person };
}
async function kindsOf(paymentId: number): Promise<string[]> {
  const { rows } = await stand.database.pool.query(
    'select kind from payment_mismatch where top_up_id = $1 order by id',
    [paymentId],
  );
  return rows.map(({ kind }: { kind: string }) => kind);
}

describe('the fifteen scenarios of the provider’s generator, in order', () => {
  let first: Awaited<ReturnType<typeof prepared>>;
  let second: Awaited<ReturnType<typeof prepared>>;
  let third: Awaited<ReturnType<typeof prepared>>;
  let firstPayment: number;
  let firstFields: Fields;
  const complete = (one: typeof first, change: Fields = {}) =>
    send('complete', signed(completeFields(one.fields, one.prepareId, change)));

  test('1 prepare with a wrong signature: -1', async () => {
    firstPayment = await stand.begin('click', AMOUNT);
    firstFields = prepareFields(firstPayment);
    const { error, error_note } = await send('prepare', signed(firstFields, 'another'));
    expect([error, error_note]).toEqual([-1, 'SIGN CHECK FAILED!']);
    expect(stand.forged).toEqual(['click signature']);
  });
  test('2 prepare of an unknown payment: -5', async () => {
    const { error, error_note } = await send('prepare', signed(prepareFields('99999999')));
    expect([error, error_note]).toEqual([-5, 'User does not exist']);
  });
  test('3 prepare: 0', async () => {
    const answer = await send('prepare', signed(firstFields));
    expect(answer.error).toBe(0);
    first = {
      ...{ paymentId: firstPayment, fields: firstFields, answer },
      prepareId: answer.merchant_prepare_id!,
    };
  });
  test('4 complete with a wrong signature: -1', async () => {
    const fields = completeFields(first.fields, first.prepareId);
    expect((await send('complete', signed(fields, 'another'))).error).toBe(-1);
  });
  test('5 complete with the sum 300: -2', async () => {
    const { error, error_note } = await complete(first, { amount: '300' });
    expect([error, error_note]).toEqual([-2, 'Incorrect parameter amount']);
    expect(await kindsOf(first.paymentId)).toEqual(['wrong-amount']);
  });
  test('6 complete: 0', async () => {
    debited(first.paymentId);
    expect((await complete(first)).error).toBe(0);
  });
  test('7 complete repeated: -4', async () => {
    const { error, error_note } = await complete(first);
    expect([error, error_note]).toEqual([-4, 'Already paid']);
  });
  test('8 complete of the paid one with error -5017: -9, the money stays and staff is told', async () => {
    const { error, error_note } = await complete(first, { error: '-5017', error_note: 'no money' });
    expect([error, error_note]).toEqual([-9, 'Transaction cancelled']);
    const { person, status } = await paymentRow(stand, first.paymentId);
    expect(status).toBe('paid');
    expect(await stand.wallet.balanceOf(person)).toBe(AMOUNT);
    expect(await kindsOf(first.paymentId)).toEqual(['wrong-amount', 'cancelled-after-paid']);
    // The money is never given twice either.
    expect((await complete(first)).error).toBe(-4);
    expect(await stand.wallet.balanceOf(person)).toBe(AMOUNT);
  });
  test('9 prepare: 0', async () => {
    second = await prepared();
  });
  test('10 complete with prepare id 999999999: -6', async () => {
    const { error, error_note } = await complete(second, { merchant_prepare_id: '999999999' });
    expect([error, error_note]).toEqual([-6, 'Transaction does not exist']);
  });
  test('11 complete: 0', async () => {
    debited(second.paymentId);
    expect((await complete(second)).error).toBe(0);
  });
  test('12 prepare: 0', async () => {
    third = await prepared();
  });
  test('13 complete with error -5017: -9', async () => {
    expect((await complete(third, { error: '-5017' })).error).toBe(-9);
    expect(await paymentRow(stand, third.paymentId)).toMatchObject({
      status: 'cancelled',
      cause: 'declined',
    });
  });
  test('14 repeated: -9', async () => {
    expect((await complete(third, { error: '-5017' })).error).toBe(-9);
  });
  test('15 complete with error 0 after the cancellation: -9, nothing credited', async () => {
    debited(third.paymentId);
    expect((await complete(third)).error).toBe(-9);
    expect(await stand.wallet.balanceOf((await paymentRow(stand, third.paymentId)).person)).toBe(0);
  });
});

describe('signatures', () => {
  test('are those of the sample messages', async () => {
    const prepare =
      'click_trans_id=1234567&service_id=2222&click_paydoc_id=3333&merchant_trans_id=11111&amount=1000.00&action=0&error=0&error_note=Success&sign_time=2025-08-01 12:00:00&sign_string=ba2f2c0ee54e2231bb0c662175c395e5';
    // Genuine, and about a payment nobody has.
    expect((await send('prepare', {}, prepare)).error).toBe(-5);
    const complete =
      'click_trans_id=1234567&service_id=2222&click_paydoc_id=3333&merchant_trans_id=11111&merchant_prepare_id=555&amount=1000.00&action=1&error=0&error_note=Success&sign_time=2025-08-01+12%3A00%3A05&sign_string=805eaae1c060362c4b08e38a94838a3e';
    expect((await send('complete', {}, complete)).error).toBe(-5);
    expect((await send('prepare', {}, prepare.replace('ba2f', 'ba20'))).error).toBe(-1);
  });

  test('cover the sum as it was written: 1000, 1000.0 and 1000.00 are the same sum and three signatures', async () => {
    const signs = new Set<string>();
    for (const amount of ['1000', '1000.0', '1000.00', '1000.000']) {
      const one = await prepared(AMOUNT, { amount, click_trans_id: newId() });
      const same = prepareFields('1', { amount, click_trans_id: '1' });
      signs.add(signed(same).sign_string!);
      expect(one.answer.error).toBe(0);
    }
    expect(signs.size).toBe(4);
    const paymentId = await stand.begin('click', AMOUNT);
    const fields = prepareFields(paymentId);
    const { sign_string } = signed(fields);
    expect((await send('prepare', { ...fields, sign_string: sign_string!, amount: '1000.0' })).error).toBe(
      -1,
    );
    expect((await send('prepare', { ...fields, sign_string: sign_string!.toUpperCase() })).error).toBe(-1);
  });

  test.each(['click_trans_id', 'service_id', 'merchant_trans_id', 'amount', 'sign_time'])(
    'cover %s',
    async (name) => {
      const paymentId = await stand.begin('click', AMOUNT);
      const fields = signed(prepareFields(paymentId));
      expect((await send('prepare', { ...fields, [name]: `${fields[name]}1` })).error).toBe(-1);
    },
  );
});

describe('the order of the checks', () => {
  test('missing fields come first: -8', async () => {
    const paymentId = await stand.begin('click', AMOUNT);
    const whole = signed(prepareFields(paymentId));
    for (const name of Object.keys(whole).filter((each) => each !== 'error_note')) {
      const { [name]: _left, ...rest } = whole;
      expect((await send('prepare', rest)).error, name).toBe(-8);
    }
    const { fields, prepareId } = await prepared();
    const { merchant_prepare_id: _none, ...without } = signed(completeFields(fields, prepareId));
    expect((await send('complete', without)).error).toBe(-8);
  });

  test('another service and a wrong action follow the signature: -8, -3', async () => {
    const paymentId = await stand.begin('click', AMOUNT);
    expect((await send('prepare', signed(prepareFields(paymentId, { service_id: '2223' })))).error).toBe(-8);
    expect((await send('prepare', signed(prepareFields(paymentId, { action: '2' })))).error).toBe(-3);
    expect((await send('prepare', signed(prepareFields(paymentId, { action: '2' }), 'no'))).error).toBe(-1);
  });

  test('a field that comes twice, another type of body, GET and too much are -8', async () => {
    const paymentId = await stand.begin('click', AMOUNT);
    const fields = signed(prepareFields(paymentId));
    const text = new URLSearchParams(fields).toString();
    expect((await send('prepare', {}, `${text}&amount=1`)).error).toBe(-8);
    const json = await stand.post('/pay/click/prepare', JSON.stringify(fields), {
      'content-type': 'application/json',
    });
    expect(JSON.parse(json.text).error).toBe(-8);
    const get = await fetch(`${stand.app.url}/pay/click/prepare?${text}`);
    expect((await get.json()).error).toBe(-8);
    expect((await send('prepare', {}, `${text}&more=${'x'.repeat(40_000)}`)).error).toBe(-8);
    expect(await paymentRow(stand, paymentId)).toMatchObject({ status: 'created' });
  });

  test.each(['0', '0.00', '-1000.00', '999.99', '1000.01', '1000.001', '1e3', '1000,00', ' 1000.00', '٠'])(
    'the sum %j is refused with -2, without tolerance',
    async (amount) => {
      const paymentId = await stand.begin('click', AMOUNT);
      expect((await send('prepare', signed(prepareFields(paymentId, { amount })))).error).toBe(-2);
      expect(await paymentRow(stand, paymentId)).toMatchObject({ status: 'created' });
    },
  );

  test('a paid payment is -4 before its sum is looked at', async () => {
    const { paymentId } = await completed();
    expect((await send('prepare', signed(prepareFields(paymentId, { amount: '5' })))).error).toBe(-4);
  });

  test('complete before prepare is -6', async () => {
    const paymentId = await stand.begin('click', AMOUNT);
    debited(paymentId);
    const fields = completeFields(prepareFields(paymentId), '555');
    expect((await send('complete', signed(fields))).error).toBe(-6);
  });
});

describe('answers', () => {
  test('are those of the samples, with numbers beyond a double digit by digit', async () => {
    const { fields, paymentId, prepareId, answer } = await prepared();
    expect(answer.text).toBe(
      `{"click_trans_id":${fields.click_trans_id},"merchant_trans_id":"${paymentId}","merchant_prepare_id":${prepareId},"error":0,"error_note":"Success"}`,
    );
    debited(paymentId);
    const done = await send('complete', signed(completeFields(fields, prepareId)));
    expect(done.text).toBe(
      `{"click_trans_id":${fields.click_trans_id},"merchant_trans_id":"${paymentId}","merchant_confirm_id":${prepareId},"error":0,"error_note":"Success"}`,
    );
  });

  test('a repeated prepare is answered the same', async () => {
    const { fields, answer } = await prepared();
    expect((await send('prepare', signed(fields))).text).toBe(answer.text);
  });
});

describe('prepare', () => {
  test('reserves the payment: another number for it is refused until the first has ended', async () => {
    const { paymentId, fields, prepareId } = await prepared();
    expect((await send('prepare', signed(prepareFields(paymentId)))).error).toBe(-9);
    await send('complete', signed(completeFields(fields, prepareId, { error: '-5017' })));
    expect((await send('prepare', signed(prepareFields(paymentId)))).error).toBe(0);
  });

  test('of one number for two payments is refused, and staff is told', async () => {
    const { fields, paymentId } = await prepared();
    const other = await stand.begin('click', AMOUNT);
    const again = { ...fields, merchant_trans_id: String(other) };
    expect((await send('prepare', signed(again))).error).toBe(-8);
    expect(await kindsOf(paymentId)).toEqual(['wrong-account']);
  });

  test('of a payment that is out of date, or that the provider has given up, is -9', async () => {
    const paymentId = await stand.begin('click', AMOUNT);
    expect((await send('prepare', signed(prepareFields(paymentId, { error: '-1' })))).error).toBe(-9);
    stand.clock.nowMs += 24 * 3_600_000;
    expect((await send('prepare', signed(prepareFields(paymentId)))).error).toBe(-9);
  });
});

describe('complete', () => {
  test('for another person’s payment credits nobody, and staff is told', async () => {
    const { fields, prepareId, paymentId } = await prepared();
    const other = await stand.begin('click', AMOUNT);
    debited(other);
    debited(paymentId);
    const stolen = completeFields({ ...fields, merchant_trans_id: String(other) }, prepareId);
    expect((await send('complete', signed(stolen))).error).toBe(-6);
    for (const each of [paymentId, other])
      expect(await stand.wallet.balanceOf((await paymentRow(stand, each)).person)).toBe(0);
    expect(await kindsOf(paymentId)).toEqual(['wrong-account']);
  });

  test('of twenty at the same moment credits one', async () => {
    const { fields, prepareId, paymentId } = await prepared();
    debited(paymentId);
    const one = signed(completeFields(fields, prepareId));
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('complete', one)));
    expect(answers.filter(({ error }) => error === 0)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === -4)).toHaveLength(19);
    expect(await stand.wallet.balanceOf((await paymentRow(stand, paymentId)).person)).toBe(AMOUNT);
  });

  test('comes a day late and is taken: the card is debited', async () => {
    const { fields, prepareId, paymentId } = await prepared();
    debited(paymentId);
    stand.clock.nowMs += 30 * 3_600_000;
    expect((await send('complete', signed(completeFields(fields, prepareId)))).error).toBe(0);
  });
});

describe('the status call before money is credited', () => {
  test('is made for the signed number and day, proven by the sha1 of time and secret', async () => {
    const { paymentId } = await completed();
    const [first, second] = asked.slice(-2);
    expect(first!.path).toBe(`/v2/merchant/payment/status_by_mti/${SERVICE}/${paymentId}/2025-08-01`);
    expect(second!.path).toBe(`/v2/merchant/payment/status/${SERVICE}/${7_000_000 + paymentId}`);
    const [user, digest, time] = first!.auth.split(':');
    expect([user, time]).toEqual(['3333', expect.stringMatching(/^\d{10}$/)]);
    expect(digest).toBe(createHash('sha1').update(`${time}${SECRET}`).digest('hex'));
  });

  test.each([-1, 0])(
    'a payment Click itself has with status %d is not credited, whatever the unsigned error says',
    async (status) => {
      const { fields, prepareId, paymentId } = await prepared();
      debited(paymentId, status);
      expect((await send('complete', signed(completeFields(fields, prepareId)))).error).toBe(-8);
      expect(await stand.wallet.balanceOf((await paymentRow(stand, paymentId)).person)).toBe(0);
      expect(await kindsOf(paymentId)).toEqual(['not-confirmed']);
    },
  );

  test('a payment Click does not know is not credited', async () => {
    const { fields, prepareId } = await prepared();
    expect((await send('complete', signed(completeFields(fields, prepareId)))).error).toBe(-8);
  });

  test('a payment of before midnight is found under the day before', async () => {
    const { fields, prepareId, paymentId } = await prepared();
    books.set(String(paymentId), { paymentId: '123', status: 1, day: '2025-07-31' });
    expect((await send('complete', signed(completeFields(fields, prepareId)))).error).toBe(0);
  });

  test('without an answer nothing is credited or ended, and the repeat succeeds', async () => {
    const { fields, prepareId, paymentId } = await prepared();
    debited(paymentId);
    away = true;
    expect((await send('complete', signed(completeFields(fields, prepareId)))).error).toBe(-7);
    expect(stand.failures).toHaveLength(1);
    expect(await paymentRow(stand, paymentId)).toMatchObject({ status: 'pending' });
    away = false;
    expect((await send('complete', signed(completeFields(fields, prepareId)))).error).toBe(0);
  });
});

test('the checkout is a link with sum, payment and the way back', async () => {
  const started = await stand.topUps.start({
    ...{ personId: stand.person(), provider: 'click', amountTiyin: 123_456 },
    ...{ requestId: crypto.randomUUID(), returnTo: null, language: 'ru' },
  });
  if (started.outcome !== 'started') throw new Error(started.outcome);
  const url = new URL(started.checkoutUrl);
  expect(`${url.origin}${url.pathname}`).toBe('https://my.click.uz/services/pay/');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    service_id: SERVICE,
    merchant_id: '1111',
    amount: '1234.56',
    transaction_param: String(started.paymentId),
    return_url: `${stand.app.url}/redirecting?payment=${started.paymentId}`,
  });
});
