import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentRow, startPaymentStand, type PaymentStand } from '../support/payment-stand.ts';

/**
 * The provider's own documents, not our stand-in: methods, numbers of errors, states, reasons, twelve hours, and the
 * sample messages of the merchant interface.
 */
const KEY = 'kassa-key-of-thirty-six-characters-00';
const AUTH = `Basic ${Buffer.from(`Paycom:${KEY}`).toString('base64')}`;
const TWELVE_HOURS = 43_200_000;

let stand: PaymentStand;
beforeAll(async () => {
  stand = await startPaymentStand({
    payme: {
      merchantId: '5e730e8e0b852a417aa49ceb',
      key: KEY,
      accountField: 'user_id',
      checkoutUrl: 'https://checkout.paycom.uz',
      addresses: [],
    },
  });
});
afterAll(() => stand.close());
beforeEach(() => {
  stand.clock.nowMs = 1_786_000_000_123;
  stand.failures.length = 0;
});

let made = 0;
/** 24 hex digits, as the provider's numbers are. */
const newId = () => `65f0c0ffee65f0c0ffee${String((made += 1)).padStart(4, '0')}`;

async function rpc(method: string, params: unknown, headers: Record<string, string> = {}, id: unknown = 1) {
  const { status, text } = await stand.post('/pay/payme', JSON.stringify({ method, params, id }), {
    'content-type': 'text/json; charset=UTF-8',
    authorization: AUTH,
    ...headers,
  });
  expect(status).toBe(200);
  return { text, ...(JSON.parse(text) as { result?: any; error?: any; id: unknown }) };
}

const AMOUNT = 5_000_000;
async function payment(amountTiyin = AMOUNT) {
  const paymentId = await stand.begin('payme', amountTiyin);
  return { paymentId, ask: { amount: amountTiyin, account: { user_id: String(paymentId) } } };
}
async function created(amountTiyin = AMOUNT) {
  const { paymentId, ask } = await payment(amountTiyin);
  const id = newId();
  const params = { id, time: stand.clock.nowMs, ...ask };
  const answer = await rpc('CreateTransaction', params);
  expect(answer.error).toBeUndefined();
  return { paymentId, id, params, answer, number: answer.result.transaction as string };
}
async function performed(amountTiyin = AMOUNT) {
  const one = await created(amountTiyin);
  stand.clock.nowMs += 5_000;
  const done = await rpc('PerformTransaction', { id: one.id });
  expect(done.error).toBeUndefined();
  const { person } = await paymentRow(stand, one.paymentId);
  return { ...one, done, person };
}
const balanceOf = (person: string) => stand.wallet.balanceOf(person);

describe('who calls', () => {
  test.each([
    ['nobody', {}],
    ['another key', { authorization: `Basic ${Buffer.from('Paycom:other').toString('base64')}` }],
    ['another login', { authorization: `Basic ${Buffer.from(`payme:${KEY}`).toString('base64')}` }],
    ['another scheme', { authorization: AUTH.replace('Basic', 'Bearer') }],
    ['no base64', { authorization: 'Basic ///' }],
  ])('%s is refused with -32504 before the body is looked at', async (_who, headers) => {
    const before = stand.forged.length;
    for (const body of ['{"method":"CheckPerformTransaction","params":{},"id":7}', 'no json', '']) {
      const { status, text } = await stand.post('/pay/payme', body, headers as Record<string, string>);
      expect(status).toBe(200);
      expect(JSON.parse(text).error.code).toBe(-32504);
    }
    expect(stand.forged.length).toBe(before + 3);
  });

  test('an address that is not on the list is refused like a wrong key', async () => {
    const strict = await startPaymentStand({
      payme: {
        merchantId: 'm',
        key: KEY,
        accountField: 'user_id',
        checkoutUrl: 'https://checkout.paycom.uz',
        addresses: ['185.234.113.1-185.234.113.15'],
      },
    });
    const { text } = await strict.post('/pay/payme', '{}', { authorization: AUTH });
    expect(JSON.parse(text).error.code).toBe(-32504);
    expect(strict.forged).toEqual(['payme address']);
    await strict.close();
  });

  test('no session, origin or cookie is asked for, and none is given', async () => {
    const { ask } = await payment();
    const answer = await fetch(`${stand.app.url}/pay/payme`, {
      method: 'POST',
      headers: { authorization: AUTH, origin: 'https://checkout.paycom.uz', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify({ method: 'CheckPerformTransaction', params: ask, id: 1 }),
    });
    expect(await answer.json()).toEqual({ result: { allow: true }, id: 1 });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});

describe('what is no call', () => {
  test('another method than POST is -32300, always with HTTP 200', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await fetch(`${stand.app.url}/pay/payme`, { method, headers: { authorization: AUTH } });
      expect(answer.status).toBe(200);
      expect((await answer.json()).error.code).toBe(-32300);
    }
  });

  test.each(['', '{', '[]', '"text"', 'null', `{"a":"${'x'.repeat(40_000)}"}`])(
    'a body that is no object is -32700 (%#)',
    async (body) => {
      const { status, text } = await stand.post('/pay/payme', body, { authorization: AUTH });
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
    const { text } = await stand.post('/pay/payme', JSON.stringify(body), { authorization: AUTH });
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
    await stand.database.pool.query('alter table provider_transaction rename to hidden_away');
    try {
      expect((await rpc('CheckPerformTransaction', ask)).error.code).toBe(-32400);
      expect(stand.failures).toHaveLength(1);
    } finally {
      await stand.database.pool.query('alter table hidden_away rename to provider_transaction');
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
    stand.clock.nowMs += 24 * 3_600_000;
    expect((await rpc('CheckPerformTransaction', ask)).error.code).toBe(-31051);
  });

  test('knows nothing of payments through another provider', async () => {
    const other = await startPaymentStand();
    const paymentId = await other.begin('uzum', AMOUNT);
    expect(
      await other.book.check({ provider: 'payme', account: String(paymentId), amountTiyin: AMOUNT }),
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
    stand.clock.nowMs += 60_000;
    expect((await rpc('CreateTransaction', params)).text).toBe(answer.text);
    expect(await paymentRow(stand, paymentId)).toMatchObject({ status: 'pending' });
  });

  test('refuses a second transaction for a payment that has one with -31008', async () => {
    const { params } = await created();
    const { error } = await rpc('CreateTransaction', { ...params, id: newId() });
    expect(error.code).toBe(-31008);
  });

  test('takes another transaction after the first was cancelled: another card', async () => {
    const { params, id, paymentId } = await created();
    await rpc('CancelTransaction', { id, reason: 2 });
    expect(await paymentRow(stand, paymentId)).toMatchObject({ status: 'cancelled', cause: 'declined' });
    const again = newId();
    expect((await rpc('CreateTransaction', { ...params, id: again })).result.state).toBe(1);
    expect((await rpc('PerformTransaction', { id: again })).result.state).toBe(2);
    expect(await paymentRow(stand, paymentId)).toMatchObject({ status: 'paid', cause: null });
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
    const base = { id: newId(), time: stand.clock.nowMs };
    expect((await rpc('CreateTransaction', { ...base, ...ask, amount: 1 })).error.code).toBe(-31001);
    const unknown = await rpc('CreateTransaction', { ...base, ...ask, account: { user_id: '1' } });
    expect(unknown.error).toMatchObject({ code: -31050, data: 'user_id' });
    const paid = await performed();
    const again = { ...paid.params, id: newId() };
    expect((await rpc('CreateTransaction', again)).error.code).toBe(-31051);
  });

  test('is over twelve hours after the provider’s own time, to the millisecond', async () => {
    const { params, id, answer, paymentId } = await created();
    stand.clock.nowMs = params.time + TWELVE_HOURS;
    expect((await rpc('CreateTransaction', params)).text).toBe(answer.text);
    stand.clock.nowMs += 1;
    expect((await rpc('CreateTransaction', params)).error.code).toBe(-31008);
    expect((await rpc('CheckTransaction', { id })).result).toMatchObject({
      state: -1,
      reason: 4,
      cancel_time: params.time + TWELVE_HOURS + 1,
      perform_time: 0,
    });
    expect(await paymentRow(stand, paymentId)).toMatchObject({ status: 'failed', cause: 'expired' });
  });

  test('begins nothing that is older than twelve hours when it comes', async () => {
    const { ask, paymentId } = await payment();
    const time = stand.clock.nowMs - TWELVE_HOURS - 1;
    expect((await rpc('CreateTransaction', { id: newId(), time, ...ask })).error.code).toBe(-31008);
    expect(await paymentRow(stand, paymentId)).toMatchObject({ status: 'created' });
  });

  test('of twenty at the same moment for one payment begins one', async () => {
    const { ask } = await payment();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        rpc('CreateTransaction', { id: newId(), time: stand.clock.nowMs, ...ask }),
      ),
    );
    expect(answers.filter(({ result }) => result?.state === 1)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === -31008)).toHaveLength(19);
  });
});

describe('PerformTransaction', () => {
  test('credits once and answers the same for ever, byte by byte as the sample', async () => {
    const { id, done, number, person, paymentId } = await performed();
    expect(done.text).toBe(
      `{"result":{"transaction":"${number}","perform_time":1786000005123,"state":2},"id":1}`,
    );
    stand.clock.nowMs += 3 * TWELVE_HOURS;
    expect((await rpc('PerformTransaction', { id })).text).toBe(done.text);
    expect(await balanceOf(person)).toBe(AMOUNT);
    expect(await paymentRow(stand, paymentId)).toMatchObject({
      status: 'paid',
      receipt: `R-2026-${paymentId}`,
    });
    expect(stand.told.filter((news) => 'paid' in news && news.paid.id === paymentId)).toHaveLength(1);
  });

  test('of twenty at the same moment credits one, and all are answered alike', async () => {
    const { id, paymentId } = await created();
    const answers = await Promise.all(Array.from({ length: 20 }, () => rpc('PerformTransaction', { id })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await balanceOf((await paymentRow(stand, paymentId)).person)).toBe(AMOUNT);
  });

  test('refuses an unknown one with -31003 and a cancelled one with -31008', async () => {
    expect((await rpc('PerformTransaction', { id: newId() })).error.code).toBe(-31003);
    const { id, paymentId } = await created();
    await rpc('CancelTransaction', { id, reason: 3 });
    expect((await rpc('PerformTransaction', { id })).error.code).toBe(-31008);
    expect(await balanceOf((await paymentRow(stand, paymentId)).person)).toBe(0);
  });

  test('is over after twelve hours: cancelled with reason 4, nothing credited', async () => {
    const { id, params, paymentId } = await created();
    stand.clock.nowMs = params.time + TWELVE_HOURS + 1;
    expect((await rpc('PerformTransaction', { id })).error.code).toBe(-31008);
    expect((await rpc('CheckTransaction', { id })).result).toMatchObject({ state: -1, reason: 4 });
    expect(await balanceOf((await paymentRow(stand, paymentId)).person)).toBe(0);
  });

  test('comes late and is taken as long as twelve hours have not passed', async () => {
    const { id, params } = await created();
    stand.clock.nowMs = params.time + TWELVE_HOURS;
    expect((await rpc('PerformTransaction', { id })).result.state).toBe(2);
  });
});

describe('CancelTransaction', () => {
  test('takes a created one to -1 and answers the same for ever', async () => {
    const { id, number } = await created();
    stand.clock.nowMs += 1_000;
    const first = await rpc('CancelTransaction', { id, reason: 3 });
    expect(first.text).toBe(
      `{"result":{"transaction":"${number}","cancel_time":1786000001123,"state":-1},"id":1}`,
    );
    stand.clock.nowMs += 1_000;
    // Another reason changes nothing either.
    expect((await rpc('CancelTransaction', { id, reason: 5 })).text).toBe(first.text);
    expect((await rpc('CheckTransaction', { id })).result).toMatchObject({ state: -1, reason: 3 });
  });

  test('takes the money of a performed one back while it is free: state -2, byte by byte as the sample', async () => {
    const { id, number, person, paymentId } = await performed();
    stand.clock.nowMs += 4_000;
    const back = await rpc('CancelTransaction', { id, reason: 5 });
    expect(back.text).toBe(
      `{"result":{"transaction":"${number}","cancel_time":1786000009123,"state":-2},"id":1}`,
    );
    expect(await balanceOf(person)).toBe(0);
    expect((await rpc('CancelTransaction', { id, reason: 5 })).text).toBe(back.text);
    expect(await balanceOf(person)).toBe(0);
    expect((await rpc('PerformTransaction', { id })).error.code).toBe(-31008);
    expect(await paymentRow(stand, paymentId)).toMatchObject({ status: 'refunded', cause: 'returned' });
    expect(stand.told.filter((news) => 'returned' in news && news.returned.id === paymentId)).toHaveLength(1);
  });

  test('is -31007 when the money is held as a deposit, and works once it is free again', async () => {
    const { id, person } = await performed();
    const held = await stand.wallet.hold({
      ...{ key: `hold-${id}`, personId: person, amountTiyin: 1, reference: 'lot:1' },
      ...{ reason: 'deposit', actor: person },
    });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    const { error } = await rpc('CancelTransaction', { id, reason: 5 });
    expect(error).toEqual({
      code: -31007,
      message: { ru: expect.any(String), uz: expect.any(String), en: expect.any(String) },
    });
    expect(await balanceOf(person)).toBe(AMOUNT - 1);
    expect((await rpc('CheckTransaction', { id })).result).toMatchObject({ state: 2, cancel_time: 0 });
    const by = { reason: 'lost', actor: 'system' };
    await stand.wallet.release({ ...by, holdId: held.holdId, key: `release-${id}` });
    expect((await rpc('CancelTransaction', { id, reason: 5 })).result.state).toBe(-2);
  });

  test('races with a deposit: exactly one of them gets the money', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, person } = await performed();
      const [cancelled, held] = await Promise.all([
        rpc('CancelTransaction', { id, reason: 5 }),
        stand.wallet.hold({
          ...{ key: `race-${id}`, personId: person, amountTiyin: AMOUNT, reference: 'lot:2' },
          ...{ reason: 'deposit', actor: person },
        }),
      ]);
      expect(Boolean(cancelled.result)).toBe(held.outcome === 'short');
      expect(await balanceOf(person)).toBe(0);
      if (held.outcome === 'held')
        await stand.wallet.release({
          ...{ holdId: held.holdId, key: `end-${id}`, reason: 'withdrawn', actor: 'system' },
        });
    }
  });

  test('races with performing: both agree on one end', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, paymentId } = await created();
      await Promise.all([rpc('CancelTransaction', { id, reason: 3 }), rpc('PerformTransaction', { id })]);
      const { state } = (await rpc('CheckTransaction', { id })).result;
      expect([-1, -2]).toContain(state);
      expect(await balanceOf((await paymentRow(stand, paymentId)).person)).toBe(0);
    }
  });

  test('of an unknown one is -31003', async () => {
    expect((await rpc('CancelTransaction', { id: newId(), reason: 1 })).error.code).toBe(-31003);
  });
});

describe('CheckTransaction', () => {
  test('tells every time, unset ones as 0, byte by byte as the sample', async () => {
    const { id, number } = await created();
    expect((await rpc('CheckTransaction', { id })).text).toBe(
      `{"result":{"create_time":1786000000123,"perform_time":0,"cancel_time":0,"transaction":"${number}","state":1,"reason":null},"id":1}`,
    );
    stand.clock.nowMs += 5_000;
    await rpc('PerformTransaction', { id });
    expect((await rpc('CheckTransaction', { id })).text).toBe(
      `{"result":{"create_time":1786000000123,"perform_time":1786000005123,"cancel_time":0,"transaction":"${number}","state":2,"reason":null},"id":1}`,
    );
    expect((await rpc('CheckTransaction', { id: newId() })).error.code).toBe(-31003);
  });
});

describe('GetStatement', () => {
  test('lists all that were created, by the provider’s time, bounds included, ascending, whatever became of them', async () => {
    const base = 1_786_500_000_000;
    stand.clock.nowMs = base;
    const late = await payment();
    const ids = [newId(), newId(), newId()];
    const times = [base + 20, base + 10, base + 30];
    const asks = [await payment(), await payment(), late];
    for (const [at, id] of ids.entries())
      await rpc('CreateTransaction', { id, time: times[at], ...asks[at]!.ask });
    await rpc('PerformTransaction', { id: ids[0] });
    await rpc('CancelTransaction', { id: ids[1], reason: 3 });
    const whole = await rpc('GetStatement', { from: base + 10, to: base + 30 });
    expect(whole.result.transactions.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[0], ids[2]]);
    expect(whole.result.transactions.map(({ state }: { state: number }) => state)).toEqual([-1, 2, 1]);
    expect(Object.keys(whole.result.transactions[1])).toEqual(
      'id time amount account create_time perform_time cancel_time transaction state reason receivers'.split(
        ' ',
      ),
    );
    expect(whole.result.transactions[1]).toMatchObject({
      ...{ id: ids[0], time: base + 20, amount: AMOUNT, perform_time: base, cancel_time: 0 },
      ...{ account: { user_id: String(asks[0]!.paymentId) }, reason: null, receivers: null },
    });
    const inner = await rpc('GetStatement', { from: base + 11, to: base + 29 });
    expect(inner.result.transactions).toHaveLength(1);
    expect((await rpc('GetStatement', { from: 1, to: 2 })).result).toEqual({ transactions: [] });
  });
});

describe('SetFiscalData', () => {
  test('keeps the receipt of a payment and of its return; an unknown one is -32001', async () => {
    const { id } = await performed();
    const fiscal_data = { receipt_id: 5, status_code: 0, message: 'accepted', terminal_id: 'EP000' };
    for (const type of ['PERFORM', 'CANCEL'])
      expect((await rpc('SetFiscalData', { id, type, fiscal_data })).result).toEqual({ success: true });
    expect((await rpc('SetFiscalData', { id: newId(), type: 'PERFORM', fiscal_data })).error.code).toBe(
      -32001,
    );
    expect((await rpc('SetFiscalData', { id, type: 'OTHER', fiscal_data })).error.code).toBe(-32600);
    const { rows } = await stand.database.pool.query(
      'select fiscal from provider_transaction where provider_id = $1',
      [id],
    );
    expect(rows[0].fiscal).toEqual({ PERFORM: fiscal_data, CANCEL: fiscal_data });
  });
});

describe('the checkout', () => {
  test('is a link of base64 that names kassa, payment, sum, language and the way back', async () => {
    const started = await stand.topUps.start({
      ...{ personId: stand.person(), provider: 'payme', amountTiyin: 123_456 },
      ...{ requestId: crypto.randomUUID(), returnTo: null, language: 'uz-Cyrl' },
    });
    if (started.outcome !== 'started') throw new Error(started.outcome);
    const { origin, pathname } = new URL(started.checkoutUrl);
    expect(origin).toBe('https://checkout.paycom.uz');
    expect(Buffer.from(pathname.slice(1), 'base64').toString()).toBe(
      `m=5e730e8e0b852a417aa49ceb;ac.user_id=${started.paymentId};a=123456;l=uz;c=${stand.app.url}/redirecting?payment=${started.paymentId}`,
    );
  });
});
