import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  PAYME_AMOUNT,
  PAYME_AUTH,
  PAYME_KEY,
  startPaymeCaller,
  TWELVE_HOURS,
} from '../../fixtures/payme-caller.ts';
import { fired } from '../../fixtures/fault.ts';
import { paymentRow, startPaymentsApp, type PaymentsApp } from '../../fixtures/payments-app.ts';

/**
 * The provider's own documents, not our stand-in: methods, numbers of errors, states, reasons, twelve hours, and the
 * sample messages of the merchant interface.
 */
let caller: Awaited<ReturnType<typeof startPaymeCaller>>;
let fixture: PaymentsApp;
let rpc: typeof caller.rpc;
let payment: typeof caller.payment;
let created: typeof caller.created;
let performed: typeof caller.performed;
let newId: typeof caller.newId;

beforeAll(async () => {
  caller = await startPaymeCaller();
  ({ fixture, rpc, payment, created, performed, newId } = caller);
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.clock.nowMs = 1_786_000_000_123;
  fixture.failures.length = 0;
});

describe('who calls', () => {
  test.each([
    ['nobody', {}],
    ['another key', { authorization: `Basic ${Buffer.from('Paycom:other').toString('base64')}` }],
    ['another login', { authorization: `Basic ${Buffer.from(`payme:${PAYME_KEY}`).toString('base64')}` }],
    ['another scheme', { authorization: PAYME_AUTH.replace('Basic', 'Bearer') }],
    ['no base64', { authorization: 'Basic ///' }],
  ])('%s is refused with -32504 before the body is looked at', async (_who, headers) => {
    const before = fixture.forged.length;
    for (const body of ['{"method":"CheckPerformTransaction","params":{},"id":7}', 'no json', '']) {
      const { status, text } = await fixture.post('/pay/payme', body, headers);
      expect(status).toBe(200);
      expect(JSON.parse(text).error.code).toBe(-32504);
    }
    expect(fixture.forged.length).toBe(before + 3);
  });

  test('an address that is not on the list is refused like a wrong key', async () => {
    const strict = await startPaymentsApp({
      payme: {
        merchantId: 'm',
        key: PAYME_KEY,
        accountField: 'user_id',
        checkoutUrl: 'https://checkout.paycom.uz',
        addresses: ['185.234.113.1-185.234.113.15'],
      },
    });
    const { text } = await strict.post('/pay/payme', '{}', { authorization: PAYME_AUTH });
    expect(JSON.parse(text).error.code).toBe(-32504);
    expect(strict.forged).toEqual(['payme address']);
    await strict.close();
  });

  test('no session, origin or cookie is asked for, and none is given', async () => {
    const { ask } = await payment();
    const answer = await fetch(`${fixture.app.url}/pay/payme`, {
      method: 'POST',
      headers: {
        authorization: PAYME_AUTH,
        origin: 'https://checkout.paycom.uz',
        'sec-fetch-site': 'cross-site',
      },
      body: JSON.stringify({ method: 'CheckPerformTransaction', params: ask, id: 1 }),
    });
    expect(await answer.json()).toEqual({ result: { allow: true }, id: 1 });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});

describe('what is no call', () => {
  test('another method than POST is -32300, always with HTTP 200', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await fetch(`${fixture.app.url}/pay/payme`, {
        method,
        headers: { authorization: PAYME_AUTH },
      });
      expect(answer.status).toBe(200);
      expect((await answer.json()).error.code).toBe(-32300);
    }
  });

  test.each(['', '{', '[]', '"text"', 'null', `{"a":"${'x'.repeat(40_000)}"}`])(
    'a body that is no object is -32700 (%#)',
    async (body) => {
      const { status, text } = await fixture.post('/pay/payme', body, { authorization: PAYME_AUTH });
      expect(status).toBe(200);
      expect(JSON.parse(text).error.code).toBe(-32700);
    },
  );

  test.each([
    [{ id: 1 }],
    [{ method: 5, params: {}, id: 1 }],
    [{ method: 'CheckTransaction', id: 1 }],
    [{ method: 'CheckTransaction', params: 'x', id: 1 }],
    [{ method: 'CheckTransaction', params: {}, id: 1 }],
    [{ method: 'CancelTransaction', params: { id: 'x' }, id: 1 }],
    [{ method: 'GetStatement', params: { from: 'a', to: 1 }, id: 1 }],
  ])('missing fields are -32600 (%j)', async (body) => {
    const { text } = await fixture.post('/pay/payme', JSON.stringify(body), { authorization: PAYME_AUTH });
    expect(JSON.parse(text).error.code).toBe(-32600);
  });

  test('an unknown method is -32601 with its name', async () => {
    const { error } = await rpc('ChangeWorld', {});
    expect(error).toMatchObject({ code: -32601, data: 'ChangeWorld' });
  });

  test('the id of the request comes back as it was sent', async () => {
    const { ask } = await payment();
    for (const id of [1, 987_654, 'abc', null]) {
      expect((await rpc('CheckPerformTransaction', ask, {}, id)).id).toBe(id);
    }
  });

  test('a fault of ours is -32400, and the provider may ask again', async () => {
    const { ask } = await payment();
    await fixture.database.pool.query('alter table provider_transaction rename to hidden_away');
    try {
      expect((await rpc('CheckPerformTransaction', ask)).error.code).toBe(-32400);
      expect(fixture.failures).toHaveLength(1);
    } finally {
      await fixture.database.pool.query('alter table hidden_away rename to provider_transaction');
    }
    expect((await rpc('CheckPerformTransaction', ask)).result).toEqual({ allow: true });
  });
});

describe('CheckPerformTransaction', () => {
  test('allows a payment that can be paid, byte by byte as the sample', async () => {
    const { ask } = await payment();
    expect((await rpc('CheckPerformTransaction', ask)).text).toBe('{"result":{"allow":true},"id":1}');
  });

  test('names the account field, with a message in three languages, when there is no such payment', async () => {
    const { ask } = await payment();
    for (const user_id of ['1', '0', '-5', 'x', '1e3', '99999999999999999999', ' 5', "1' or '1'='1"]) {
      const { error } = await rpc('CheckPerformTransaction', { ...ask, account: { user_id } });
      expect(error).toEqual({
        code: -31050,
        message: { ru: expect.any(String), uz: expect.any(String), en: expect.any(String) },
        data: 'user_id',
      });
    }
    for (const account of [{}, null, 'x', { other: '1' }, { user_id: {} }]) {
      const { error } = await rpc('CheckPerformTransaction', { ...ask, account });
      expect(error).toMatchObject({ code: -31050, data: 'user_id' });
    }
  });

  test.each([0, -1, 1, 4_999_999, 5_000_001, 5_000_000.5, '5000000', null, undefined, 1e300])(
    'refuses the sum %j with -31001',
    async (amount) => {
      const { ask } = await payment();
      expect((await rpc('CheckPerformTransaction', { ...ask, amount })).error.code).toBe(-31001);
    },
  );

  test('refuses what is being paid, paid or out of date with -31051', async () => {
    const busy = await created();
    const { amount, account } = busy.params;
    expect((await rpc('CheckPerformTransaction', { amount, account })).error.code).toBe(-31051);
    await rpc('PerformTransaction', { id: busy.id });
    expect((await rpc('CheckPerformTransaction', { amount, account })).error.code).toBe(-31051);
    const { ask } = await payment();
    fixture.clock.nowMs += 24 * 3_600_000;
    expect((await rpc('CheckPerformTransaction', ask)).error.code).toBe(-31051);
  });

  test('knows nothing of payments through another provider', async () => {
    const other = await startPaymentsApp();
    const paymentId = await other.begin('uzum', PAYME_AMOUNT);
    expect(
      await other.book.check({ provider: 'payme', account: String(paymentId), amountTiyin: PAYME_AMOUNT }),
    ).toBe('unknown-payment');
    await other.close();
  });
});

describe('CreateTransaction', () => {
  test('answers our number, our time and state 1, byte by byte as the sample, and the same when repeated', async () => {
    const { params, answer, number, paymentId } = await created();
    expect(answer.text).toBe(
      `{"result":{"create_time":1786000000123,"transaction":"${number}","state":1},"id":1}`,
    );
    expect(number).toMatch(/^\d+$/);
    fixture.clock.nowMs += 60_000;
    expect((await rpc('CreateTransaction', params)).text).toBe(answer.text);
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'pending' });
  });

  test('refuses a second transaction for a payment that has one with -31008', async () => {
    const { params } = await created();
    const { error } = await rpc('CreateTransaction', { ...params, id: newId() });
    expect(error.code).toBe(-31008);
  });

  test('takes another transaction after the first was cancelled: another card', async () => {
    const { params, id, paymentId } = await created();
    await rpc('CancelTransaction', { id, reason: 2 });
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'cancelled', cause: 'declined' });
    const again = newId();
    expect((await rpc('CreateTransaction', { ...params, id: again })).result.state).toBe(1);
    expect((await rpc('PerformTransaction', { id: again })).result.state).toBe(2);
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'paid', cause: null });
  });

  test('refuses the same number for another sum or payment, and a number that has ended', async () => {
    const one = await created();
    const other = await payment(7_000_000);
    expect((await rpc('CreateTransaction', { ...one.params, ...other.ask })).error.code).toBe(-31008);
    expect((await rpc('CreateTransaction', { ...one.params, amount: 1 })).error.code).toBe(-31008);
    await rpc('PerformTransaction', { id: one.id });
    expect((await rpc('CreateTransaction', one.params)).error.code).toBe(-31008);
  });

  test('answers the errors of the check', async () => {
    const { ask } = await payment();
    const base = { id: newId(), time: fixture.clock.nowMs };
    expect((await rpc('CreateTransaction', { ...base, ...ask, amount: 1 })).error.code).toBe(-31001);
    const unknown = await rpc('CreateTransaction', { ...base, ...ask, account: { user_id: '1' } });
    expect(unknown.error).toMatchObject({ code: -31050, data: 'user_id' });
    const paid = await performed();
    const again = { ...paid.params, id: newId() };
    expect((await rpc('CreateTransaction', again)).error.code).toBe(-31051);
  });

  test('is over twelve hours after the provider’s own time, to the millisecond', async () => {
    const { params, id, answer, paymentId } = await created();
    fixture.clock.nowMs = params.time + TWELVE_HOURS;
    expect((await rpc('CreateTransaction', params)).text).toBe(answer.text);
    fixture.clock.nowMs += 1;
    expect((await rpc('CreateTransaction', params)).error.code).toBe(-31008);
    expect((await rpc('CheckTransaction', { id })).result).toMatchObject({
      state: -1,
      reason: 4,
      cancel_time: params.time + TWELVE_HOURS + 1,
      perform_time: 0,
    });
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'failed', cause: 'expired' });
  });

  test('begins nothing that is older than twelve hours when it comes', async () => {
    const { ask, paymentId } = await payment();
    const time = fixture.clock.nowMs - TWELVE_HOURS - 1;
    expect((await rpc('CreateTransaction', { id: newId(), time, ...ask })).error.code).toBe(-31008);
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'created' });
  });

  test('refuses a time that has not come, which would leave the transaction open for ever', async () => {
    const { ask } = await payment();
    for (const time of [fixture.clock.nowMs + 2 * 3_600_000, 8.64e15 + 1, -1, 0.5]) {
      const { error } = await rpc('CreateTransaction', { id: newId(), time, ...ask });
      expect(error).toMatchObject({ code: -32600 });
    }
    const time = fixture.clock.nowMs + 60_000;
    expect((await rpc('CreateTransaction', { id: newId(), time, ...ask })).result).toMatchObject({
      state: 1,
    });
  });

  test('F26 of twenty at the same moment for one payment begins one', async (ctx) => {
    const { ask } = await payment();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        rpc('CreateTransaction', { id: newId(), time: fixture.clock.nowMs, ...ask }),
      ),
    );
    expect(answers.filter(({ result }) => result?.state === 1)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === -31008)).toHaveLength(19);
    fired(ctx, 'F26', answers.length - 1);
  });
});
