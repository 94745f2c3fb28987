import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLICK_AMOUNT,
  completeFields,
  prepareFields,
  signed,
  startClickCaller,
} from '../../fixtures/click-caller.ts';
import { startPaymeCaller } from '../../fixtures/payme-caller.ts';
import { eventually } from '../../fixtures/services.ts';
import { paymentRow, startPaymentsApp, type PaymentsApp } from '../../fixtures/payments-app.ts';

/** Whose payment it is cannot sign in any more; the person's row is made where there is none. */
async function shutOut(fixture: PaymentsApp, paymentId: number): Promise<string> {
  const { person } = await paymentRow(fixture, paymentId);
  await fixture.database.pool.query(
    `insert into person (id, issuer, subject, kind, name, language, disabled_at)
     values ($1::uuid, 'test', $1::text, 'natural', 'Shut out', 'uz', now())
     on conflict (id) do update set disabled_at = now()`,
    [person],
  );
  return person;
}

const differences = async (fixture: PaymentsApp, paymentId: number) =>
  (
    await fixture.database.pool.query(
      'select kind, ours, theirs, times, settled_at as settled from payment_mismatch where top_up_id = $1',
      [paymentId],
    )
  ).rows;

/** Credited, and one open difference that staff reads. */
async function creditedAndReported(fixture: PaymentsApp, paymentId: number, amountTiyin: number) {
  const { person, status } = await paymentRow(fixture, paymentId);
  expect(status).toBe('paid');
  expect(await fixture.wallet.balanceOf(person)).toBe(amountTiyin);
  const side = { amountTiyin, state: 'performed' };
  expect(await differences(fixture, paymentId)).toEqual([
    { kind: 'person-disabled', ours: side, theirs: side, times: 1, settled: null },
  ]);
}

describe('Payme, for a person who is shut out', () => {
  let caller: Awaited<ReturnType<typeof startPaymeCaller>>;
  beforeAll(async () => {
    caller = await startPaymeCaller();
  });
  afterAll(() => caller.fixture.close());

  test('is answered -31050 with the name of the account field by the check and by a new transaction', async () => {
    const { paymentId, ask } = await caller.payment();
    await shutOut(caller.fixture, paymentId);
    const params = { id: caller.newId(), time: caller.fixture.clock.nowMs, ...ask };
    for (const { error } of [
      await caller.rpc('CheckPerformTransaction', ask),
      await caller.rpc('CreateTransaction', params),
      // Another sum tells nothing more.
      await caller.rpc('CheckPerformTransaction', { ...ask, amount: 1 }),
    ]) {
      expect([error.code, error.data]).toEqual([-31050, 'user_id']);
      expect(error.message).toEqual({
        uz: 'Foydalanuvchi topilmadi',
        ru: 'Пользователь не найден',
        en: 'User not found',
      });
    }
    expect(await paymentRow(caller.fixture, paymentId)).toMatchObject({ status: 'created' });
    expect((await caller.rpc('CheckTransaction', { id: params.id })).error.code).toBe(-31003);
  });

  test('repeats what was begun before, byte by byte, and performs it: the money is credited and staff read it', async () => {
    const one = await caller.created();
    await shutOut(caller.fixture, one.paymentId);
    expect((await caller.rpc('CreateTransaction', one.params)).text).toBe(one.answer.text);
    const done = await caller.rpc('PerformTransaction', { id: one.id });
    expect(done.result).toMatchObject({ state: 2 });
    await creditedAndReported(caller.fixture, one.paymentId, one.params.amount);
    expect((await caller.rpc('PerformTransaction', { id: one.id })).text).toBe(done.text);
    await creditedAndReported(caller.fixture, one.paymentId, one.params.amount);
  });

  test('brings it to staff also when the person is being disabled at that moment', async () => {
    const one = await caller.created();
    const { pool } = caller.fixture.database;
    const person = await shutOut(caller.fixture, one.paymentId);
    await pool.query('update person set disabled_at = null where id = $1', [person]);
    const disabling = await pool.connect();
    await disabling.query('begin');
    await disabling.query('update person set disabled_at = now() where id = $1', [person]);
    let performed = false;
    const performing = caller.rpc('PerformTransaction', { id: one.id }).finally(() => (performed = true));
    await eventually(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return performed || rows.length > 0;
    }, 'the payment');
    await disabling.query('commit');
    disabling.release();
    expect((await performing).result).toMatchObject({ state: 2 });
    await creditedAndReported(caller.fixture, one.paymentId, one.params.amount);
  });

  test('takes it back when it cancels', async () => {
    const one = await caller.created();
    const person = await shutOut(caller.fixture, one.paymentId);
    await caller.rpc('PerformTransaction', { id: one.id });
    expect((await caller.rpc('CancelTransaction', { id: one.id, reason: 5 })).result).toMatchObject({
      state: -2,
    });
    expect(await caller.fixture.wallet.balanceOf(person)).toBe(0);
  });
});

describe('Click, for a person who is shut out', () => {
  let caller: Awaited<ReturnType<typeof startClickCaller>>;
  beforeAll(async () => {
    caller = await startClickCaller();
  });
  afterAll(() => caller.close());

  test('is answered -5 by prepare, and nothing is begun', async () => {
    const paymentId = await caller.fixture.begin('click', CLICK_AMOUNT);
    await shutOut(caller.fixture, paymentId);
    const answer = await caller.send('prepare', signed(prepareFields(paymentId)));
    expect([answer.error, answer.error_note, answer.merchant_prepare_id]).toEqual([
      -5,
      'User does not exist',
      null,
    ]);
    expect(await paymentRow(caller.fixture, paymentId)).toMatchObject({ status: 'created' });
  });

  test('completes what was prepared before: the card is debited, so the money is credited and staff read it', async () => {
    const one = await caller.prepared();
    await shutOut(caller.fixture, one.paymentId);
    caller.debited(one.paymentId);
    const fields = completeFields(one.fields, one.prepareId);
    expect((await caller.send('complete', signed(fields))).error).toBe(0);
    await creditedAndReported(caller.fixture, one.paymentId, CLICK_AMOUNT);
    expect((await caller.send('complete', signed(fields))).error).toBe(-4);
    await creditedAndReported(caller.fixture, one.paymentId, CLICK_AMOUNT);
  });
});

describe('Uzum, for a person who is shut out', () => {
  const [SERVICE, AMOUNT] = [101202, 5_000_000];
  let fixture: PaymentsApp;
  beforeAll(async () => {
    fixture = await startPaymentsApp({
      uzum: {
        serviceId: String(SERVICE),
        login: 'uzum',
        password: 'word',
        failureStatus: 400,
        checkoutUrl: 'https://www.uzumbank.uz',
      },
    });
  });
  afterAll(() => fixture.close());
  const post = async (name: string, fields: object) => {
    const answer = await fixture.post(
      `/pay/uzum/${name}`,
      JSON.stringify({ serviceId: SERVICE, timestamp: fixture.clock.nowMs, ...fields }),
      {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('uzum:word').toString('base64')}`,
      },
    );
    return JSON.parse(answer.text);
  };
  const orderOf = (paymentId: number) => ({
    transId: randomUUID(),
    params: { account: String(paymentId) },
    amount: AMOUNT,
  });

  test('is answered 10007 by check and create', async () => {
    const paymentId = await fixture.begin('uzum', AMOUNT);
    await shutOut(fixture, paymentId);
    expect(await post('check', { params: { account: String(paymentId) } })).toMatchObject({
      status: 'FAILED',
      errorCode: '10007',
    });
    expect(await post('create', orderOf(paymentId))).toMatchObject({ status: 'FAILED', errorCode: '10007' });
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'created' });
  });

  test('confirms what was created before: the money is credited and staff read it', async () => {
    const paymentId = await fixture.begin('uzum', AMOUNT);
    const order = orderOf(paymentId);
    expect((await post('create', order)).status).toBe('CREATED');
    await shutOut(fixture, paymentId);
    expect((await post('confirm', { transId: order.transId })).status).toBe('CONFIRMED');
    await creditedAndReported(fixture, paymentId, AMOUNT);
  });
});

describe('the stand-in of', () => {
  let fixture: PaymentsApp;
  beforeAll(async () => {
    fixture = await startPaymentsApp();
  });
  afterAll(() => fixture.close());

  test.each([
    ['payme', '-31050'],
    ['click', '-5'],
    ['uzum', '10007'],
    ['paynet', '302'],
  ] as const)(
    '%s shows that its payer is refused with %s, and no card is debited',
    async (provider, reported) => {
      const me = await fixture.app.signIn({ personId: randomUUID() });
      const { body } = await fixture.app.call('POST', '/api/shop/payment/top-up', {
        cookie: me.cookie,
        body: { provider, amountTiyin: 1_000_000, requestId: randomUUID() },
      });
      await shutOut(fixture, body.paymentId);
      const page = await fetch(body.checkoutUrl, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ do: 'pay', card: 'good' }).toString(),
      });
      expect(await page.text()).toContain(reported);
      const { rows } = await fixture.database.pool.query(
        'select state from pretend_payment where account = $1',
        [String(body.paymentId)],
      );
      expect([rows, fixture.failures]).toEqual([[], []]);
      expect(await fixture.wallet.balanceOf(me.person.personId)).toBe(0);
    },
  );
});
