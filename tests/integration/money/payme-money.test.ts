import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PAYME_AMOUNT, startPaymeCaller, TWELVE_HOURS } from '../../fixtures/payme-caller.ts';
import { paymentRow, type PaymentsApp } from '../../fixtures/payments-app.ts';

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
let balanceOf: typeof caller.balanceOf;
beforeAll(async () => {
  caller = await startPaymeCaller();
  ({ fixture, rpc, payment, created, performed, newId, balanceOf } = caller);
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.clock.nowMs = 1_786_000_000_123;
  fixture.failures.length = 0;
});

describe('PerformTransaction', () => {
  test('credits once and answers the same for ever, byte by byte as the sample', async () => {
    const { id, done, number, person, paymentId } = await performed();
    expect(done.text).toBe(
      `{"result":{"transaction":"${number}","perform_time":1786000005123,"state":2},"id":1}`,
    );
    fixture.clock.nowMs += 3 * TWELVE_HOURS;
    expect((await rpc('PerformTransaction', { id })).text).toBe(done.text);
    expect(await balanceOf(person)).toBe(PAYME_AMOUNT);
    expect(await paymentRow(fixture, paymentId)).toMatchObject({
      status: 'paid',
      receipt: `R-2026-${paymentId}`,
    });
    expect(fixture.notices.filter((news) => 'paid' in news && news.paid.id === paymentId)).toHaveLength(1);
  });

  test('of twenty at the same moment credits one, and all are answered alike', async () => {
    const { id, paymentId } = await created();
    const answers = await Promise.all(Array.from({ length: 20 }, () => rpc('PerformTransaction', { id })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await balanceOf((await paymentRow(fixture, paymentId)).person)).toBe(PAYME_AMOUNT);
  });

  test('refuses an unknown one with -31003 and a cancelled one with -31008', async () => {
    expect((await rpc('PerformTransaction', { id: newId() })).error.code).toBe(-31003);
    const { id, paymentId } = await created();
    await rpc('CancelTransaction', { id, reason: 3 });
    expect((await rpc('PerformTransaction', { id })).error.code).toBe(-31008);
    expect(await balanceOf((await paymentRow(fixture, paymentId)).person)).toBe(0);
  });

  test('is over after twelve hours: cancelled with reason 4, nothing credited', async () => {
    const { id, params, paymentId } = await created();
    fixture.clock.nowMs = params.time + TWELVE_HOURS + 1;
    expect((await rpc('PerformTransaction', { id })).error.code).toBe(-31008);
    expect((await rpc('CheckTransaction', { id })).result).toMatchObject({ state: -1, reason: 4 });
    expect(await balanceOf((await paymentRow(fixture, paymentId)).person)).toBe(0);
  });

  test('comes late and is taken as long as twelve hours have not passed', async () => {
    const { id, params } = await created();
    fixture.clock.nowMs = params.time + TWELVE_HOURS;
    expect((await rpc('PerformTransaction', { id })).result.state).toBe(2);
  });
});

describe('CancelTransaction', () => {
  test('takes a created one to -1 and answers the same for ever', async () => {
    const { id, number } = await created();
    fixture.clock.nowMs += 1_000;
    const first = await rpc('CancelTransaction', { id, reason: 3 });
    expect(first.text).toBe(
      `{"result":{"transaction":"${number}","cancel_time":1786000001123,"state":-1},"id":1}`,
    );
    fixture.clock.nowMs += 1_000;
    // Another reason changes nothing either.
    expect((await rpc('CancelTransaction', { id, reason: 5 })).text).toBe(first.text);
    expect((await rpc('CheckTransaction', { id })).result).toMatchObject({ state: -1, reason: 3 });
  });

  test('takes the money of a performed one back while it is free: state -2, byte by byte as the sample', async () => {
    const { id, number, person, paymentId } = await performed();
    fixture.clock.nowMs += 4_000;
    const back = await rpc('CancelTransaction', { id, reason: 5 });
    expect(back.text).toBe(
      `{"result":{"transaction":"${number}","cancel_time":1786000009123,"state":-2},"id":1}`,
    );
    expect(await balanceOf(person)).toBe(0);
    expect((await rpc('CancelTransaction', { id, reason: 5 })).text).toBe(back.text);
    expect(await balanceOf(person)).toBe(0);
    expect((await rpc('PerformTransaction', { id })).error.code).toBe(-31008);
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'refunded', cause: 'returned' });
    expect(
      fixture.notices.filter((news) => 'returned' in news && news.returned.id === paymentId),
    ).toHaveLength(1);
  });

  test('is -31007 when the money is held as a deposit, and works once it is free again', async () => {
    const { id, person } = await performed();
    const held = await fixture.wallet.hold({
      key: `hold-${id}`,
      personId: person,
      amountTiyin: 1,
      reference: 'lot:1',
      reason: 'deposit',
      actor: person,
    });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    const { error } = await rpc('CancelTransaction', { id, reason: 5 });
    expect(error).toEqual({
      code: -31007,
      message: { ru: expect.any(String), uz: expect.any(String), en: expect.any(String) },
    });
    expect(await balanceOf(person)).toBe(PAYME_AMOUNT - 1);
    expect((await rpc('CheckTransaction', { id })).result).toMatchObject({ state: 2, cancel_time: 0 });
    const by = { reason: 'lost', actor: 'system' };
    await fixture.wallet.release({ ...by, holdId: held.holdId, key: `release-${id}` });
    expect((await rpc('CancelTransaction', { id, reason: 5 })).result.state).toBe(-2);
  });

  test('races with a deposit: exactly one of them gets the money', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, person } = await performed();
      const [cancelled, held] = await Promise.all([
        rpc('CancelTransaction', { id, reason: 5 }),
        fixture.wallet.hold({
          key: `race-${id}`,
          personId: person,
          amountTiyin: PAYME_AMOUNT,
          reference: 'lot:2',
          reason: 'deposit',
          actor: person,
        }),
      ]);
      expect(Boolean(cancelled.result)).toBe(held.outcome === 'short');
      expect(await balanceOf(person)).toBe(0);
      if (held.outcome === 'held')
        await fixture.wallet.release({
          holdId: held.holdId,
          key: `end-${id}`,
          reason: 'withdrawn',
          actor: 'system',
        });
    }
  });

  test('races with performing: both agree on one end', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, paymentId } = await created();
      await Promise.all([rpc('CancelTransaction', { id, reason: 3 }), rpc('PerformTransaction', { id })]);
      const { state } = (await rpc('CheckTransaction', { id })).result;
      expect([-1, -2]).toContain(state);
      expect(await balanceOf((await paymentRow(fixture, paymentId)).person)).toBe(0);
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
    fixture.clock.nowMs += 5_000;
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
    fixture.clock.nowMs = base;
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
      id: ids[0],
      time: base + 20,
      amount: PAYME_AMOUNT,
      perform_time: base,
      cancel_time: 0,
      account: { user_id: String(asks[0]!.paymentId) },
      reason: null,
      receivers: null,
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
    const { rows } = await fixture.database.pool.query(
      'select fiscal from provider_transaction where provider_id = $1',
      [id],
    );
    expect(rows[0].fiscal).toEqual({ PERFORM: fiscal_data, CANCEL: fiscal_data });
  });
});

describe('SetFiscalData with a letter that no column holds', () => {
  test.each([
    ['NUL', { message: 'a\0b' }],
    ['half of a letter', { message: '\uD800' }],
    ['half of a letter further in', { items: [{ title: 'a\uDC00' }] }],
    ['half of a letter in a name', { '\uD800': 1 }],
  ])('is refused without a fault: %s', async (_, more) => {
    const { id } = await performed();
    fixture.failures.length = 0;
    const answer = await rpc('SetFiscalData', {
      id,
      type: 'PERFORM',
      fiscal_data: { receipt_id: 5, ...more },
    });
    expect(answer.error.code).toBe(-32600);
    expect(fixture.failures).toEqual([]);
  });

  test('is taken where it is spelled out only', async () => {
    const { id } = await performed();
    const fiscal_data = { message: String.raw`a\u0000\ud800b` };
    expect((await rpc('SetFiscalData', { id, type: 'PERFORM', fiscal_data })).result).toEqual({
      success: true,
    });
  });
});

describe('the checkout', () => {
  test('is a link of base64 that names kassa, payment, sum, language and the way back', async () => {
    const started = await fixture.topUps.start({
      personId: fixture.person(),
      provider: 'payme',
      amountTiyin: 123_456,
      requestId: crypto.randomUUID(),
      returnTo: null,
      language: 'uz-Cyrl',
    });
    if (started.outcome !== 'started') throw new Error(started.outcome);
    const { origin, pathname } = new URL(started.checkoutUrl);
    expect(origin).toBe('https://checkout.paycom.uz');
    expect(Buffer.from(pathname.slice(1), 'base64').toString()).toBe(
      `m=5e730e8e0b852a417aa49ceb;ac.user_id=${started.paymentId};a=123456;l=uz;c=${fixture.app.url}/redirecting?payment=${started.paymentId}`,
    );
  });
});
