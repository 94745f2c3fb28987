import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/database/index.ts';
import { workingCalendar } from '#server/domains/content/reference/index.ts';
import { createSettlementsRepository } from '#server/domains/money/settlements/index.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { tashkentDateTime } from '#shared/time/tashkent.ts';
import { DEPOSIT, START } from '../../fixtures/applications-fixture.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const REST = PRICE - DEPOSIT;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let database: TestDatabase;
let sold: SoldLots;

beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  sold = soldLots(database);
});
afterAll(() => database.close());

const fate = async (lotId: number) => ({
  state: (await sold.of(lotId)).state,
  lot: await sold.lotStatus(lotId),
});
const depositOf = async (lotId: number, personId: string) =>
  (await sold.applications.applications.find(lotId, personId))?.deposit_state;

describe('a sold lot', () => {
  test('gets one settlement, however often and at once the hammer is processed', async () => {
    const { lotId, personId } = await sold.ended(0);
    await Promise.all([1, 2, 3, 4].map(() => sold.opening.ofHammer(lotId)));
    await sold.opening.ofHammer(lotId);
    expect(await fate(lotId)).toEqual({ state: 'awaiting', lot: S.awaitingPayment });
    expect(await sold.of(lotId)).toMatchObject({
      person_id: personId,
      sale: 'hammer',
      price_tiyin: PRICE,
      deposit_tiyin: DEPOSIT,
      paid_tiyin: 0,
      barred_months: null,
    });
    expect((await sold.winLots.list(personId, { state: 'all', page: 1, size: 9 })).total).toBe(1);
  });

  test('of the past, which has moved on without a settlement, gets none', async () => {
    const { lotId } = await sold.ended(0);
    await sold.lots.move(lotId, 'confirm-protocol');
    await sold.opening.ofHammer(lotId);
    await expect(sold.of(lotId)).rejects.toThrow('no settlement');
  });

  test.each(['settlement-inserted', 'settlement-committed'] as const)(
    'whose worker dies at %s gets it all the same',
    async (at) => {
      const { lotId } = await sold.ended(0);
      sold.hook.crashAt = (step) => {
        if (step === at) throw new Error('died');
      };
      await expect(sold.opening.ofHammer(lotId)).rejects.toThrow('died');
      sold.hook.crashAt = () => undefined;
      const before = await sold.lotStatus(lotId);
      expect(before).toBe(at === 'settlement-inserted' ? S.priceFormed : S.awaitingPayment);
      await sold.opening.ofHammer(lotId);
      expect(await fate(lotId)).toEqual({ state: 'awaiting', lot: S.awaitingPayment });
    },
  );

  test('is due at 18:00 of its last working day, which a calendar changed afterwards does not move', async () => {
    let calendar = workingCalendar([]);
    sold = soldLots(database, { calendar: () => calendar });
    // A Friday evening: Monday is the first working day.
    const endedAt = new Date('2035-02-09T20:30:00+05:00');
    const choices = { depositPercent: 10, paymentWorkingDays: 3 };
    const { lotId, id } = await sold.open(0, { choices, endedAt });
    const due = (await sold.of(lotId)).due_at;
    expect(tashkentDateTime(due.getTime())).toMatch(/18:00:00$/);
    expect(due.getUTCDay()).toBe(3);
    calendar = workingCalendar([{ day: due.toISOString().slice(0, 10), working: false }]);
    await sold.opening.ofHammer(lotId);
    await sold.looking.look(id);
    expect((await sold.of(lotId)).due_at).toEqual(due);
  });

  test('that was to be paid before its winner could know of it is due counted from now', async () => {
    const endedAt = new Date(Date.now() - 60 * 24 * HOUR_MS);
    const { lotId } = await sold.open(0, { endedAt });
    expect((await sold.of(lotId)).due_at.getTime()).toBeGreaterThan(Date.now());
  });
});

describe('paying', () => {
  test('from the balance takes the rest, and the deposit counts', async () => {
    const { lotId, personId, id, seller } = await sold.open(REST + 5_00);
    expect(await sold.paying.pay(id, personId)).toEqual({ outcome: 'paid', already: false });
    expect(await fate(lotId)).toEqual({ state: 'paid', lot: S.soldAndPaid });
    expect(await sold.balance(personId)).toBe(5_00);
    expect(await depositOf(lotId, personId)).toBe('captured');
    expect(await sold.applications.held(personId)).toBe(0);
    expect(await sold.notices(personId)).toContain('lot-paid');
    expect(await sold.notices(seller)).toContain('sale-paid');
  });

  test('in two tabs at once takes it once', async () => {
    const { personId, id } = await sold.open(3 * REST);
    const answers = await Promise.all([1, 2, 3, 4].map(() => sold.paying.pay(id, personId)));
    expect(answers.filter((each) => each.outcome === 'paid' && !each.already)).toHaveLength(1);
    expect(answers.every(({ outcome }) => outcome === 'paid')).toBe(true);
    expect(await sold.balance(personId)).toBe(2 * REST);
  });

  test('with a short balance names what is missing and moves nothing', async () => {
    const { lotId, personId, id } = await sold.open(REST - 7);
    expect(await sold.paying.pay(id, personId)).toEqual({ outcome: 'short', missingTiyin: 7 });
    expect(await fate(lotId)).toEqual({ state: 'awaiting', lot: S.awaitingPayment });
    expect(await depositOf(lotId, personId)).toBe('held');
    expect(await sold.balance(personId)).toBe(REST - 7);
  });

  test.each(['settlement-money-moved', 'settlement-decided'] as const)(
    'interrupted at %s leaves nothing half done',
    async (at) => {
      const { lotId, personId, id } = await sold.open(REST);
      sold.hook.crashAt = (step) => {
        if (step === at) throw new Error('died');
      };
      await expect(sold.paying.pay(id, personId)).rejects.toThrow('died');
      expect(await fate(lotId)).toEqual({ state: 'awaiting', lot: S.awaitingPayment });
      expect(await sold.balance(personId)).toBe(REST);
      sold.hook.crashAt = () => undefined;
      expect(await sold.paying.pay(id, personId)).toEqual({ outcome: 'paid', already: false });
    },
  );

  test('is still possible while overdue', async () => {
    const { lotId, personId, id } = await sold.open(REST);
    await sold.passUntil(id, -MINUTE_MS);
    await sold.looking.look(id);
    expect(await fate(lotId)).toEqual({ state: 'overdue', lot: S.paymentOverdue });
    expect(await sold.paying.pay(id, personId)).toEqual({ outcome: 'paid', already: false });
    expect(await fate(lotId)).toEqual({ state: 'paid', lot: S.soldAndPaid });
  });

  test('while the sale is being lost: one of the two, and the money accordingly', async () => {
    for (const first of ['pay', 'look'] as const) {
      const { lotId, personId, id } = await sold.open(REST);
      await sold.passUntil(id, -2 * HOUR_MS);
      const pay = () => sold.paying.pay(id, personId);
      const look = () => sold.looking.look(id);
      await Promise.all(first === 'pay' ? [pay(), look()] : [look(), pay()]);
      const { state, lot } = await fate(lotId);
      expect([
        ['paid', S.soldAndPaid],
        ['defaulted', S.priceNotConfirmed],
      ]).toContainEqual([state, lot]);
      expect(await sold.balance(personId)).toBe(state === 'paid' ? 0 : REST);
      expect(await depositOf(lotId, personId)).toBe(state === 'paid' ? 'captured' : 'forfeited');
    }
  });
});

describe('a payment by a provider', () => {
  const arrives = (paymentId: number) =>
    inTransaction(database.db, (tx) => sold.paying.credited(tx, paymentId));
  const outcomeOf = async (paymentId: number) =>
    (await database.pool.query('select outcome from settlement_payment where payment_id = $1', [paymentId]))
      .rows[0].outcome;

  test('of the missing sum pays by itself, once', async () => {
    const { lotId, personId, id } = await sold.open(100);
    const paymentId = await sold.credited(id, personId, REST - 100);
    await Promise.all([arrives(paymentId), arrives(paymentId)]);
    expect(await fate(lotId)).toEqual({ state: 'paid', lot: S.soldAndPaid });
    expect(await sold.balance(personId)).toBe(0);
    expect(await outcomeOf(paymentId)).toBe('paid');
    expect(await sold.notices(personId)).not.toContain('payment-left-over');
  });

  test('names the sale it was begun for, to its payer alone', async () => {
    const { personId, id } = await sold.open(0);
    const other = await sold.open(0);
    const paymentId = await sold.credited(id, personId, REST);
    const idsOf = async (payer: string, payment: number) =>
      (await sold.winLots.list(payer, { state: 'all', paymentId: payment, page: 1, size: 9 })).items.map(
        ({ settlementId }) => settlementId,
      );
    expect(await idsOf(personId, paymentId)).toEqual([id]);
    expect(await idsOf(other.personId, paymentId)).toEqual([]);
    expect(await idsOf(personId, paymentId + 1_000)).toEqual([]);
  });

  test('of a lot that was paid from the balance meanwhile stays there, as one message says', async () => {
    const { personId, id } = await sold.open(REST);
    const paymentId = await sold.credited(id, personId, REST);
    await sold.paying.pay(id, personId);
    for (let time = 0; time < 2; time += 1) await arrives(paymentId);
    expect(await sold.balance(personId)).toBe(REST);
    expect((await sold.notices(personId)).filter((name) => name === 'payment-left-over')).toHaveLength(1);
  });

  test('that comes after the sale is lost stays on the balance', async () => {
    const { lotId, personId, id } = await sold.open(0);
    await sold.passUntil(id, -2 * HOUR_MS);
    await sold.looking.look(id);
    const paymentId = await sold.credited(id, personId, REST);
    await arrives(paymentId);
    expect(await fate(lotId)).toEqual({ state: 'defaulted', lot: S.priceNotConfirmed });
    expect(await sold.balance(personId)).toBe(REST);
    expect(await outcomeOf(paymentId)).toBe('over');
    expect(await sold.notices(personId)).toContain('payment-left-over');
  });

  test('credited in time counts although no worker has heard of it before the sale would be lost', async () => {
    const { lotId, personId, id } = await sold.open(0);
    await sold.credited(id, personId, REST);
    await sold.passUntil(id, -2 * HOUR_MS);
    await sold.lookAtDue();
    expect(await fate(lotId)).toEqual({ state: 'paid', lot: S.soldAndPaid });
  });

  test('for something else changes nothing', async () => {
    const { lotId } = await sold.open(REST);
    await arrives(1);
    expect(await fate(lotId)).toEqual({ state: 'awaiting', lot: S.awaitingPayment });
  });
});

describe('refusing', () => {
  const refuse = async (id: number, personId: string) => {
    await sold.refusing.sendCode(id, personId, '127.0.0.1');
    return sold.refusing.refuse(id, personId, sold.codeOf(personId));
  };

  test('with the right code costs the deposit, cancels the protocol and tells both', async () => {
    const { lotId, personId, id, seller } = await sold.open(REST);
    expect(await refuse(id, personId)).toEqual({ outcome: 'refused', already: false });
    expect(await fate(lotId)).toEqual({ state: 'refused', lot: S.priceNotConfirmed });
    expect(await depositOf(lotId, personId)).toBe('forfeited');
    expect(await sold.balance(personId)).toBe(REST);
    expect(sold.cancelled).toEqual([{ lotId, reason: 'refused' }]);
    expect(await sold.notices(personId)).toContain('lot-refused');
    expect(await sold.notices(seller)).toContain('sale-lost');
    expect(await sold.refusing.refuse(id, personId, '000000')).toEqual({ outcome: 'refused', already: true });
    expect(await sold.paying.pay(id, personId)).toEqual({ outcome: 'over', reason: 'refused' });
  });

  test('with a wrong code changes nothing', async () => {
    const { lotId, personId, id } = await sold.open(REST);
    await sold.refusing.sendCode(id, personId, '127.0.0.1');
    const wrong = sold.codeOf(personId) === '111111' ? '222222' : '111111';
    expect(await sold.refusing.refuse(id, personId, wrong)).toEqual({ outcome: 'code', problem: 'wrong' });
    expect(await fate(lotId)).toEqual({ state: 'awaiting', lot: S.awaitingPayment });
  });

  test('while paying: one of the two', async () => {
    const { lotId, personId, id } = await sold.open(REST);
    await sold.refusing.sendCode(id, personId, '127.0.0.1');
    await Promise.all([
      sold.paying.pay(id, personId),
      sold.refusing.refuse(id, personId, sold.codeOf(personId)),
    ]);
    const { state } = await fate(lotId);
    expect(['paid', 'refused']).toContain(state);
    expect(await sold.balance(personId)).toBe(state === 'paid' ? 0 : REST);
  });

  test('a lot of the state bars from every auction for two months', async () => {
    const pinfl = `3010190123456${pinflCheckDigit('3010190123456')}`;
    const personId = await sold.registered(pinfl);
    const terms = { ruleSet: 'state-shop', choices: { depositPercent: 5 } } as const;
    const { lotId, id } = await sold.open(REST, { personId, ...terms, startPriceTiyin: 2 * START });
    expect((await sold.of(lotId)).barred_months).toBe(2);
    await refuse(id, personId);
    const [bar, ...more] = await sold.sanctions.check('pinfl', pinfl);
    expect(more).toEqual([]);
    expect(bar).toMatchObject({ lotNumber: String(lotId) });
    expect(bar!.remainingDays).toBeGreaterThanOrEqual(59);
    expect(bar!.remainingDays).toBeLessThanOrEqual(63);
  });
});

describe('time', () => {
  test('reminds three days, one day and three hours before, each once', async () => {
    const { personId, id } = await sold.open(0, { endedAt: new Date() });
    const reminders = async () =>
      (await sold.notices(personId)).filter((template) => template === 'payment-reminder').length;
    // The three days before the deadline have to lie ahead.
    await database.pool.query(
      `update settlement set due_at = now() + interval '5 days', default_at = now() + interval '5 days 1 hour' where id = $1`,
      [id],
    );
    await sold.looking.look(id);
    expect(await reminders()).toBe(0);
    for (const [index, hours] of [72, 24, 3].entries()) {
      await sold.passUntil(id, hours * HOUR_MS - MINUTE_MS);
      await Promise.all([sold.lookAtDue(), sold.lookAtDue()]);
      await sold.looking.look(id);
      expect(await reminders()).toBe(index + 1);
    }
  });

  test('loses the sale an hour after the deadline, not before', async () => {
    const { lotId, personId, id, seller } = await sold.open(0);
    await sold.passUntil(id, -59 * MINUTE_MS);
    await sold.lookAtDue();
    expect((await sold.of(lotId)).state).toBe('overdue');
    await sold.passUntil(id, -60 * MINUTE_MS - 1_000);
    await sold.lookAtDue();
    expect(await fate(lotId)).toEqual({ state: 'defaulted', lot: S.priceNotConfirmed });
    expect(await depositOf(lotId, personId)).toBe('forfeited');
    expect(sold.cancelled).toEqual([{ lotId, reason: 'defaulted' }]);
    const notices = await sold.notices(personId);
    expect(notices.filter((each) => each.startsWith('payment-overdue'))).toHaveLength(1);
    expect(notices).toContain('lot-not-paid');
    expect(await sold.notices(seller)).toContain('sale-lost');
  });

  test('gives a working day of grace where the rule set says so', async () => {
    sold.hook.grace = 1;
    const { lotId, id } = await sold.open(0);
    const { due_at: due, grace_until: grace, default_at: lost } = await sold.of(lotId);
    expect(grace!.getTime() - due.getTime()).toBeGreaterThanOrEqual(24 * HOUR_MS);
    expect(lost.getTime() - grace!.getTime()).toBe(HOUR_MS);
    await sold.passUntil(id, -2 * HOUR_MS);
    await sold.lookAtDue();
    expect(await fate(lotId)).toEqual({ state: 'overdue', lot: S.paymentOverdue });
  });

  test('is caught up, page by page, after a worker was away for days', async () => {
    const [later, sooner] = [await sold.open(0), await sold.open(0)];
    await sold.passUntil(later.id, -71 * HOUR_MS);
    await sold.passUntil(sooner.id, -72 * HOUR_MS);
    const { toLookAt } = createSettlementsRepository(database.db);
    const pages = [await toLookAt(0, 1), await toLookAt(later.id, 1), await toLookAt(sooner.id, 1)];
    expect(pages).toEqual([[later.id], [sooner.id], []]);
    await sold.lookAtDue();
    for (const { lotId } of [sooner, later])
      expect(await fate(lotId)).toEqual({ state: 'defaulted', lot: S.priceNotConfirmed });
  });

  test('does what is left when the worker died in between, once', async () => {
    const { lotId, personId, id } = await sold.open(0);
    await sold.passUntil(id, -2 * HOUR_MS);
    for (const at of ['sale-lost-decided', 'sale-lost-announced'] as const) {
      sold.hook.crashAt = (step) => {
        if (step === at) throw new Error('died');
      };
      await expect(sold.lookAtDue()).rejects.toThrow('died');
      expect((await sold.of(lotId)).state).toBe('awaiting');
    }
    sold.hook.crashAt = () => undefined;
    await Promise.all([sold.lookAtDue(), sold.lookAtDue(), sold.looking.look(id)]);
    expect((await sold.of(lotId)).state).toBe('defaulted');
    expect((await sold.notices(personId)).filter((each) => each === 'lot-not-paid')).toHaveLength(1);
  });
});

describe('a later deadline', () => {
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  const workingDayAfter = (at: Date, days: number) => dayOf(workingCalendar([]).addWorkingDays(at, days));

  test('needs two persons, and moves the loss of the sale with it', async () => {
    const { lotId, personId, id } = await sold.open(0);
    const before = await sold.of(lotId);
    const day = workingDayAfter(before.due_at, 2);
    expect(await sold.console.ask(id, { day, reason: 'a strike of banks', by: 'one' })).toMatchObject({
      outcome: 'done',
    });
    expect(await sold.console.ask(id, { day, reason: 'again', by: 'two' })).toEqual({
      outcome: 'extension-asked',
    });
    expect((await sold.of(lotId)).due_at).toEqual(before.due_at);
    const shown = await sold.console.one(id, { personId: 'two', extends: true, cancels: false });
    expect(shown.may).toEqual(['approve-extension', 'reject-extension']);
    const extensionId = shown.extension!.id;
    expect(await sold.console.approve(id, { extensionId, by: 'one' })).toEqual({ outcome: 'second-person' });
    expect(await sold.console.approve(id, { extensionId, by: 'two' })).toMatchObject({ outcome: 'done' });
    expect(await sold.console.approve(id, { extensionId, by: 'two' })).toEqual({
      outcome: 'extension-changed',
    });
    const after = await sold.of(lotId);
    expect(tashkentDateTime(after.due_at.getTime())).toMatch(/18:00:00$/);
    expect(dayOf(after.due_at)).toBe(day);
    expect(after.default_at.getTime()).toBe(after.due_at.getTime() + HOUR_MS);
    expect(await sold.notices(personId)).toContain('payment-extended');
  });

  test.each([
    ['a day off', (due: Date) => dayOf(new Date(due.getTime() + (7 - due.getUTCDay()) * 24 * HOUR_MS))],
    ['the same day', dayOf],
    ['a day far away', (due: Date) => workingDayAfter(due, 100)],
  ])('cannot be %s', async (_, day) => {
    const { lotId, id } = await sold.open(0);
    const { due_at: due } = await sold.of(lotId);
    expect(await sold.console.ask(id, { day: day(due), reason: 'reason', by: 'one' })).toEqual({
      outcome: 'extension-day',
    });
  });

  test('is no earlier one, where it has become later since it was asked for', async () => {
    const { lotId, id } = await sold.open(0);
    const { due_at: due } = await sold.of(lotId);
    const day = workingDayAfter(due, 1);
    expect(await sold.console.ask(id, { day, reason: 'a strike', by: 'one' })).toMatchObject({
      outcome: 'done',
    });
    // As after a protest that stopped the clock.
    const later = workingCalendar([]).addWorkingDays(due, 4);
    await database.pool.query(
      `update settlement set due_at = $2, default_at = $2::timestamptz + interval '1 hour' where id = $1`,
      [id, later],
    );
    const { extension } = await sold.console.one(id, { personId: 'two', extends: true, cancels: false });
    expect(await sold.console.approve(id, { extensionId: extension!.id, by: 'two' })).toEqual({
      outcome: 'extension-day',
    });
    expect((await sold.of(lotId)).due_at).toEqual(later);
    expect(await sold.console.reject(id, { extensionId: extension!.id, by: 'two' })).toMatchObject({
      outcome: 'done',
    });
  });

  test('comes too late for what is paid', async () => {
    const { lotId, personId, id } = await sold.open(REST);
    const day = workingDayAfter((await sold.of(lotId)).due_at, 1);
    await sold.console.ask(id, { day, reason: 'a strike', by: 'one' });
    const { extension } = await sold.console.one(id, { personId: 'two', extends: true, cancels: false });
    await sold.paying.pay(id, personId);
    expect(await sold.console.approve(id, { extensionId: extension!.id, by: 'two' })).toEqual({
      outcome: 'over',
    });
  });
});
