import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentRow, startPaymentsApp, type PaymentsApp } from '../../fixtures/payments-app.ts';

/** The provider's own documents, not our stand-in: six methods, their answers and the numbers of refusals. */
const SERVICE = 44444;
const PASSWORD = 'password-of-the-service';
const basic = (login: string, password: string) =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
const AMOUNT = 5_000_000;
/** 06.08.2026 12:06:40 in Tashkent. */
const NOW = 1_786_000_000_100;
const AT = '2026-08-06 12:06:40';

let fixture: PaymentsApp;
beforeAll(async () => {
  fixture = await startPaymentsApp({
    paynet: {
      merchantId: '55555',
      serviceId: String(SERVICE),
      login: 'savdo',
      password: PASSWORD,
      accountField: 'order_id',
      checkoutUrl: 'https://app.paynet.uz',
    },
  });
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.clock.nowMs = NOW;
});

async function send(body: string, headers: Record<string, string> = {}) {
  const answer = await fixture.post('/pay/paynet', body, {
    'content-type': 'application/json',
    authorization: basic('savdo', PASSWORD),
    ...headers,
  });
  return { ...answer, body: JSON.parse(answer.text) };
}
const rpc = async (method: string, params: object) => {
  const request = { jsonrpc: '2.0', method, id: 17, params: { serviceId: SERVICE, ...params } };
  const { status, body } = await send(JSON.stringify(request));
  expect([status, body.jsonrpc, body.id]).toEqual([200, '2.0', 17]);
  return body as { result?: any; error?: { code: number; message: string } };
};
const codeOf = async (method: string, params: object) => (await rpc(method, params)).error?.code;

let numbers = 38_129;
const order = async (amount: number = AMOUNT) => {
  const paymentId = await fixture.begin('paynet', amount);
  const fields = { order_id: String(paymentId) };
  return { paymentId, ask: { transactionId: (numbers += 1), amount, time: AT, fields } };
};
async function performed() {
  const one = await order();
  const { result } = await rpc('PerformTransaction', one.ask);
  expect(result).toBeDefined();
  const { person } = await paymentRow(fixture, one.paymentId);
  return { ...one, result, person, about: { transactionId: one.ask.transactionId } };
}

test('a wrong login, password or none is HTTP 401 with 412, whatever the body', async () => {
  for (const authorization of ['', 'Basic x', basic('savdo', 'no'), basic('other', PASSWORD)]) {
    const answer = await send('{', { authorization });
    expect([answer.status, answer.body.error.code, answer.body.id]).toEqual([401, 412, null]);
  }
  expect(fixture.forged.at(-1)).toBe('paynet password');
});

test('what is no JSON-RPC call, an unknown method, a missing field and another service have their numbers', async () => {
  for (const body of ['', '{', `{"a":"${'x'.repeat(40_000)}"}`])
    expect((await send(body)).body).toMatchObject({ id: null, error: { code: -32700 } });
  const whole = { jsonrpc: '2.0', method: 'GetInformation', id: 1, params: {} };
  const wrong = [
    [],
    null,
    { ...whole, jsonrpc: '1.0' },
    { ...whole, id: undefined },
    { ...whole, params: 1 },
  ];
  for (const body of wrong) expect((await send(JSON.stringify(body))).body.error.code).toBe(-32600);
  for (const method of ['Pay', 'constructor']) expect(await codeOf(method, {})).toBe(-32601);
  const methods = [
    'GetInformation',
    'PerformTransaction',
    'CheckTransaction',
    'CancelTransaction',
    'GetStatement',
  ];
  for (const method of methods) {
    expect(await codeOf(method, { serviceId: 5 })).toBe(305);
    expect(await codeOf(method, { serviceId: undefined })).toBe(411);
    expect(await codeOf(method, {})).toBe(411);
  }
  // Beyond the exact range two numbers would be one.
  const { ask } = await order();
  expect(await codeOf('PerformTransaction', { ...ask, transactionId: 2 ** 60 })).toBe(411);
});

test('ChangePassword is refused and changes nothing', async () => {
  const { paymentId } = await order();
  expect(await codeOf('ChangePassword', { newPassword: 'another password' })).toBe(-32601);
  const { result } = await rpc('GetInformation', { fields: { order_id: paymentId } });
  expect(result).toEqual({ status: '0', timestamp: AT, fields: { order_id: String(paymentId) } });
});

test('GetInformation is 302 for a payment that is unknown, of another provider, paid or out of date', async () => {
  const ask = (order_id: unknown) => codeOf('GetInformation', { fields: { order_id } });
  for (const account of ['1', '-1', 'x', '99999999999999999999', 1.5]) expect(await ask(account)).toBe(302);
  expect(await ask((await performed()).paymentId)).toBe(302);
  const old = await fixture.begin('paynet', AMOUNT);
  fixture.clock.nowMs += 24 * 3_600_000;
  expect(await ask(old)).toBe(302);
});

describe('PerformTransaction', () => {
  test('credits once; each repeat is 201, and CheckTransaction says that it is done', async () => {
    const { paymentId, ask, result, person, about } = await performed();
    expect(result).toEqual({
      providerTrnId: result.providerTrnId,
      timestamp: AT,
      fields: { order_id: String(paymentId) },
    });
    fixture.clock.nowMs += 48 * 3_600_000;
    const repeats = Array.from({ length: 8 }, () => codeOf('PerformTransaction', ask));
    expect(new Set(await Promise.all(repeats))).toEqual(new Set([201]));
    expect(await fixture.wallet.balanceOf(person)).toBe(AMOUNT);
    const { providerTrnId } = result;
    expect((await rpc('CheckTransaction', about)).result).toEqual({
      providerTrnId,
      timestamp: AT,
      transactionState: 1,
    });
    expect(await codeOf('PerformTransaction', { ...ask, transactionId: (numbers += 1) })).toBe(302);
  });

  test('sent eight times at once credits once', async () => {
    const { paymentId, ask } = await order();
    const answers = await Promise.all(Array.from({ length: 8 }, () => rpc('PerformTransaction', ask)));
    expect(answers.filter(({ result }) => result)).toHaveLength(1);
    expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set([undefined, 201]));
    expect(await fixture.wallet.balanceOf((await paymentRow(fixture, paymentId)).person)).toBe(AMOUNT);
  });

  test.each([0, -1, AMOUNT - 1, String(AMOUNT), AMOUNT + 0.5, null])(
    'refuses the sum %j with 413',
    async (amount) => {
      const { paymentId, ask } = await order();
      expect(await codeOf('PerformTransaction', { ...ask, amount })).toBe(413);
      expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'created' });
    },
  );

  test('refuses an unknown payment with 302 and a number used for another payment with 201', async () => {
    const { ask } = await performed();
    const { ask: other } = await order();
    expect(await codeOf('PerformTransaction', { ...other, transactionId: ask.transactionId })).toBe(201);
    expect(await codeOf('PerformTransaction', { ...other, fields: { order_id: '1' } })).toBe(302);
  });

  test.each(['PerformTransaction', 'CheckTransaction'])(
    'one that was cut off in the middle is finished by %s',
    async (method) => {
      const { paymentId, ask } = await order();
      const begun = { provider: 'paynet', account: String(paymentId), amountTiyin: AMOUNT } as const;
      await fixture.book.begin({ ...begun, providerId: String(ask.transactionId), providerTimeMs: NOW });
      expect((await rpc(method, ask)).result).toMatchObject({ timestamp: AT });
      const { person, status } = await paymentRow(fixture, paymentId);
      expect([status, await fixture.wallet.balanceOf(person)]).toEqual(['paid', AMOUNT]);
    },
  );
});

describe('CancelTransaction', () => {
  test('takes the money back while it is free, and answers the same again', async () => {
    const { ask, person, paymentId, about, result } = await performed();
    fixture.clock.nowMs += 60_000;
    const back = await rpc('CancelTransaction', about);
    const { providerTrnId } = result;
    const cancelled = { providerTrnId, timestamp: '2026-08-06 12:07:40', transactionState: 2 };
    expect(back.result).toEqual(cancelled);
    fixture.clock.nowMs += 60_000;
    expect((await rpc('CancelTransaction', about)).result).toEqual(cancelled);
    expect((await rpc('CheckTransaction', about)).result).toEqual(cancelled);
    expect(await codeOf('PerformTransaction', ask)).toBe(202);
    expect(await fixture.wallet.balanceOf(person)).toBe(0);
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'refunded', cause: 'returned' });
  });

  test('is 77 when the money is held, and 203 for an unknown one, which CheckTransaction answers with 3', async () => {
    const { person, about, ask } = await performed();
    const by = { reason: 'deposit', actor: 'system' };
    const held = await fixture.wallet.hold({
      ...by,
      key: `h-${ask.transactionId}`,
      personId: person,
      amountTiyin: 100,
      reference: 'lot:5',
    });
    expect(await codeOf('CancelTransaction', about)).toBe(77);
    expect(await fixture.wallet.balanceOf(person)).toBe(AMOUNT - 100);
    expect((await rpc('CheckTransaction', about)).result).toMatchObject({ transactionState: 1 });
    if (held.outcome === 'held')
      await fixture.wallet.release({ ...by, holdId: held.holdId, key: `r-${ask.transactionId}` });
    const unknown = { transactionId: 'no-such' };
    expect(await codeOf('CancelTransaction', unknown)).toBe(203);
    expect((await rpc('CheckTransaction', unknown)).result).toEqual({
      providerTrnId: 0,
      timestamp: AT,
      transactionState: 3,
    });
  });
});

test('GetStatement lists what was performed within its bounds, both included, without cancelled ones', async () => {
  fixture.clock.nowMs = NOW + 30 * 24 * 3_600_000;
  const [first, cancelled] = [await performed(), await performed()];
  await rpc('CancelTransaction', cancelled.about);
  fixture.clock.nowMs += 2_000;
  const last = await performed();
  const line = ({ ask, result }: typeof first) => ({
    amount: AMOUNT,
    providerTrnId: result.providerTrnId,
    transactionId: ask.transactionId,
    timestamp: result.timestamp,
  });
  const between = async (dateFrom: string, dateTo: string) =>
    (await rpc('GetStatement', { dateFrom, dateTo })).result.statements;
  const [from, to] = ['2026-09-05 12:06:40', '2026-09-05 12:06:42'];
  expect(await between(from, to)).toEqual([line(first), line(last)]);
  expect(await between(from, '2026-09-05 12:06:41')).toEqual([line(first)]);
  expect(await between('2026-09-05 12:06:41', to)).toEqual([line(last)]);
  for (const date of ['2026-02-31 00:00:00', '05.09.2026', 5, null])
    expect(await codeOf('GetStatement', { dateFrom: date, dateTo: to })).toBe(414);
});

test('the checkout is a link with merchant, payment and tiyin', async () => {
  const started = await fixture.topUps.start({
    personId: fixture.person(),
    provider: 'paynet',
    amountTiyin: 123_456,
    requestId: randomUUID(),
    returnTo: null,
    language: 'en',
  });
  if (started.outcome !== 'started') throw new Error(started.outcome);
  expect(started.checkoutUrl).toBe(`https://app.paynet.uz/?m=55555&c=${started.paymentId}&a=123456`);
});
