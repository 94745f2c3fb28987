import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentRow, startPaymentsApp, type PaymentsApp } from '../../fixtures/payments-app.ts';

/** The provider's own documents, not our stand-in: five calls, their answers and the numbers of refusals. */
const SERVICE = 101202;
const PASSWORD = 'password-of-the-service';
const AUTH = `Basic ${Buffer.from(`uzum:${PASSWORD}`).toString('base64')}`;

const settings = (failureStatus: 200 | 400) => ({
  uzum: {
    serviceId: String(SERVICE),
    login: 'uzum',
    password: PASSWORD,
    failureStatus,
    checkoutUrl: 'https://www.uzumbank.uz',
  },
});

let fixture: PaymentsApp;
beforeAll(async () => {
  fixture = await startPaymentsApp(settings(400));
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.clock.nowMs = 1_786_000_000_100;
});

async function post(name: string, body: object | string, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fixture.post(`/pay/uzum/${name}`, text, {
    'content-type': 'application/json',
    authorization: AUTH,
    ...headers,
  });
  return { ...answer, body: JSON.parse(answer.text) };
}

const base = () => ({ serviceId: SERVICE, timestamp: fixture.clock.nowMs });
const AMOUNT = 5_000_000;
const failed = (errorCode: string) => ({
  status: 400,
  body: { serviceId: SERVICE, timestamp: fixture.clock.nowMs, status: 'FAILED', errorCode },
});

async function created(amount = AMOUNT) {
  const paymentId = await fixture.begin('uzum', amount);
  const transId = randomUUID();
  const ask = { ...base(), transId, params: { account: String(paymentId) }, amount };
  const answer = await post('create', ask);
  expect(answer.status).toBe(200);
  return { paymentId, transId, ask, answer };
}
async function confirmed() {
  const one = await created();
  fixture.clock.nowMs += 1_000;
  const done = await post('confirm', { ...base(), transId: one.transId });
  expect(done.status).toBe(200);
  return { ...one, done, person: (await paymentRow(fixture, one.paymentId)).person };
}

describe('who calls', () => {
  test('a wrong password, login or none is 10001, whatever the call and body', async () => {
    const wrong = [undefined, 'Basic x', `Basic ${Buffer.from('uzum:no').toString('base64')}`];
    for (const authorization of wrong) {
      for (const name of ['check', 'create', 'confirm', 'reverse', 'status', 'other']) {
        const answer = await fixture.post(
          `/pay/uzum/${name}`,
          '{',
          authorization === undefined ? {} : { authorization },
        );
        expect({ status: answer.status, body: JSON.parse(answer.text) }).toEqual(failed('10001'));
      }
    }
  });

  test('refusals come with HTTP status 200 where that was agreed', async () => {
    const other = await startPaymentsApp(settings(200));
    const answer = await other.post('/pay/uzum/check', '{}');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ status: 'FAILED', errorCode: '10001' });
    await other.close();
  });
});

describe('every call', () => {
  test('10002 for what is no JSON object, 10003 for an unknown call, 10005 for what is missing, 10006 for another service', async () => {
    for (const body of ['', '{', '[]', 'null', `{"a":"${'x'.repeat(40_000)}"}`])
      expect(await post('check', body)).toMatchObject(failed('10002'));
    expect(await post('pay', base())).toMatchObject(failed('10003'));
    expect(await post('constructor', base())).toMatchObject(failed('10003'));
    const get = await fetch(`${fixture.app.url}/pay/uzum/check`, { headers: { authorization: AUTH } });
    expect((await get.json()).errorCode).toBe('10003');
    expect(await post('check', { timestamp: 1 })).toMatchObject(failed('10005'));
    expect(await post('check', { ...base(), params: {} })).toMatchObject(failed('10005'));
    expect(await post('create', { ...base(), params: { account: '1' } })).toMatchObject(failed('10005'));
    for (const name of ['confirm', 'reverse', 'status'])
      expect(await post(name, base())).toMatchObject(failed('10005'));
    expect(await post('check', { ...base(), serviceId: 5 })).toMatchObject(failed('10006'));
  });
});

describe('check', () => {
  test('answers OK for a payment that can be paid', async () => {
    const paymentId = await fixture.begin('uzum', AMOUNT);
    const { text } = await post('check', { ...base(), params: { account: String(paymentId) } });
    expect(text).toBe(
      `{"serviceId":101202,"timestamp":1786000000100,"status":"OK","data":{"account":{"value":"${paymentId}"}}}`,
    );
  });

  test('10007 for no such payment, 10008 for a paid one, 10009 for one out of date', async () => {
    for (const account of ['1', '-1', 'x', '99999999999999999999', 1.5])
      expect(await post('check', { ...base(), params: { account } })).toMatchObject(failed('10007'));
    const { paymentId } = await confirmed();
    const params = { account: String(paymentId) };
    expect(await post('check', { ...base(), params })).toMatchObject(failed('10008'));
    const old = await fixture.begin('uzum', AMOUNT);
    fixture.clock.nowMs += 24 * 3_600_000;
    expect(await post('check', { ...base(), params: { account: String(old) } })).toMatchObject(
      failed('10009'),
    );
  });
});

describe('create', () => {
  test('answers as the sample, and the same when repeated', async () => {
    const { ask, answer, paymentId, transId } = await created();
    expect(answer.text).toBe(
      `{"serviceId":101202,"transId":"${transId}","status":"CREATED","transTime":1786000000100,"data":{"account":{"value":"${paymentId}"}},"amount":5000000}`,
    );
    fixture.clock.nowMs += 5_000;
    expect((await post('create', ask)).text).toBe(answer.text);
  });

  test.each([0, -1, 4_999_999, '5000000', 5_000_000.5, null])('refuses the sum %j', async (amount) => {
    const paymentId = await fixture.begin('uzum', AMOUNT);
    const ask = { ...base(), transId: randomUUID(), params: { account: String(paymentId) }, amount };
    expect(await post('create', ask)).toMatchObject(failed('99999'));
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'created' });
  });

  test('refuses what is unknown, paid, being paid, or a number used for another payment', async () => {
    const { ask } = await created();
    const account = (id: number | string) => ({ params: { account: String(id) } });
    expect(await post('create', { ...ask, ...account(1), transId: randomUUID() })).toMatchObject(
      failed('10007'),
    );
    expect(await post('create', { ...ask, transId: randomUUID() })).toMatchObject(failed('99999'));
    const other = await fixture.begin('uzum', AMOUNT);
    expect(await post('create', { ...ask, ...account(other) })).toMatchObject(failed('99999'));
    const paid = await confirmed();
    expect(await post('create', { ...paid.ask, transId: randomUUID() })).toMatchObject(failed('10008'));
    expect(await post('create', paid.ask)).toMatchObject(failed('10008'));
  });
});

describe('confirm', () => {
  test('credits once and answers the same for ever', async () => {
    const { transId, done, paymentId, person } = await confirmed();
    expect(done.text).toBe(
      `{"serviceId":101202,"transId":"${transId}","status":"CONFIRMED","confirmTime":1786000001100,"transTime":1786000000100,"data":{"account":{"value":"${paymentId}"}},"amount":5000000}`,
    );
    fixture.clock.nowMs += 48 * 3_600_000;
    const repeats = await Promise.all(
      Array.from({ length: 10 }, () => post('confirm', { ...base(), transId })),
    );
    expect(new Set(repeats.map(({ text }) => text))).toEqual(new Set([done.text]));
    expect(await fixture.wallet.balanceOf(person)).toBe(AMOUNT);
  });

  test('10009 for an unknown and for a reversed one', async () => {
    expect(await post('confirm', { ...base(), transId: randomUUID() })).toMatchObject(failed('10009'));
    const { transId, paymentId } = await created();
    await post('reverse', { ...base(), transId });
    expect(await post('confirm', { ...base(), transId })).toMatchObject(failed('10009'));
    expect(await fixture.wallet.balanceOf((await paymentRow(fixture, paymentId)).person)).toBe(0);
  });
});

describe('reverse', () => {
  test('gives a confirmed payment back while the money is free, once', async () => {
    const { transId, person, paymentId } = await confirmed();
    const back = await post('reverse', { ...base(), transId });
    expect(back.text).toBe(
      `{"serviceId":101202,"transId":"${transId}","status":"REVERSED","reverseTime":1786000001100,"data":{"account":{"value":"${paymentId}"}},"amount":5000000}`,
    );
    fixture.clock.nowMs += 60_000;
    expect((await post('reverse', { ...base(), transId })).text).toBe(back.text);
    expect(await fixture.wallet.balanceOf(person)).toBe(0);
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'refunded', cause: 'returned' });
  });

  test('is refused when the money is held or spent, and nothing changes', async () => {
    const { transId, person } = await confirmed();
    const by = { reason: 'deposit', actor: 'system' };
    const held = await fixture.wallet.hold({
      ...by,
      key: `h-${transId}`,
      personId: person,
      amountTiyin: 100,
      reference: `lot:5`,
    });
    expect(await post('reverse', { ...base(), transId })).toMatchObject(failed('99999'));
    expect(await fixture.wallet.balanceOf(person)).toBe(AMOUNT - 100);
    expect((await post('status', { ...base(), transId })).body).toMatchObject({ status: 'CONFIRMED' });
    if (held.outcome === 'held')
      await fixture.wallet.release({ ...by, holdId: held.holdId, key: `r-${transId}` });
  });

  test('of an unknown one is 10009', async () => {
    expect(await post('reverse', { ...base(), transId: randomUUID() })).toMatchObject(failed('10009'));
  });
});

test('status tells the state of a payment after each call', async () => {
  const { transId, paymentId } = await created();
  const status = async () => (await post('status', { ...base(), transId })).body;
  const rest = { data: { account: { value: String(paymentId) } }, amount: AMOUNT };
  const times = { transTime: 1_786_000_000_100, confirmTime: null, reverseTime: null };
  expect(await status()).toEqual({ serviceId: SERVICE, transId, status: 'CREATED', ...times, ...rest });
  fixture.clock.nowMs += 10;
  await post('confirm', { ...base(), transId });
  expect(await status()).toMatchObject({ ...times, status: 'CONFIRMED', confirmTime: 1_786_000_000_110 });
  fixture.clock.nowMs += 10;
  await post('reverse', { ...base(), transId });
  expect(await status()).toMatchObject({ status: 'REVERSED', reverseTime: 1_786_000_000_120 });
  expect(await post('status', { ...base(), transId: randomUUID() })).toMatchObject(failed('10009'));
});

test('the checkout is a link with service, payment, tiyin and the way back', async () => {
  const started = await fixture.topUps.start({
    personId: fixture.person(),
    provider: 'uzum',
    amountTiyin: 123_456,
    requestId: randomUUID(),
    returnTo: null,
    language: 'en',
  });
  if (started.outcome !== 'started') throw new Error(started.outcome);
  const url = new URL(started.checkoutUrl);
  expect(`${url.origin}${url.pathname}`).toBe('https://www.uzumbank.uz/open-service');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    serviceId: '101202',
    order_id: String(started.paymentId),
    amount: '123456',
    redirectUrl: `${fixture.app.url}/redirecting?payment=${started.paymentId}`,
  });
});
