import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { judgeProtest } from '#server/domains/trade/protests/index.ts';
import {
  deadlineAfter,
  deadlineAfterTime,
  workingCalendar,
  workingTime,
} from '#server/domains/content/reference/index.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { PROTEST_PAUSE_DAYS } from '#shared/limits/protests.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { requireWholeBooks } from '../../fixtures/check-ledger.ts';
import { protestedLots, type ProtestedLots } from '../../fixtures/protested-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, type SoldLots } from '../../fixtures/sold-lots.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';
import { randomBelow } from '../../fixtures/random.ts';

const TEXT = 'The room did not take my last price.';
const REASON = 'The log of the room shows every price.';
const DAY_MS = 86_400_000;

let database: TestDatabase;
let off: { day: string; working: boolean }[];
let lots: ProtestedLots;
let sold: SoldLots;

beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  off = [];
  lots = protestedLots(database, { calendar: () => workingCalendar(off) });
  sold = lots.sold;
});
afterAll(async () => {
  await requireWholeBooks(database.db);
  await database.close();
});

const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);
const notices = (personId: string) => sold.notices(personId);

const file = (lotId: number, personId: string, isStaff = false) =>
  lots.filing.file({ lotId, personId, isStaff, text: TEXT });
/** Filed, and admitted by staff. */
const filed = (lotId: number, personId: string) => lots.admitted(lotId, personId);

/** A sale to be paid whose seller has an order, and a participant who lost. */
async function sale(balanceTiyin = 0, given: { seller?: string; state?: boolean; winner?: string } = {}) {
  const { seller = randomUUID(), state = false, winner } = given;
  const won = await sold.open(balanceTiyin, {
    customerPersonId: seller,
    ...(winner ? { personId: winner } : {}),
  });
  const orderId = await lots.withOrder(won.lotId, seller);
  if (state) await query(`update lot set order_type = 'state' where id = $1`, [won.lotId]);
  return { ...won, seller, orderId, loser: await participant(won.lotId) };
}
async function participant(lotId: number, personId: string = randomUUID()): Promise<string> {
  await sold.give(personId, DEPOSIT);
  await sold.admitted(lotId, personId);
  await sold.applications.deposits.ofLot(lotId);
  return personId;
}

/** Staff admit the protest of a lot that has one. */
async function admit(lotId: number): Promise<void> {
  const { rows } = await query('select id from protest where lot_id = $1', [lotId]);
  const decision = { reason: REASON, by: randomUUID() };
  expect(await lots.admitting.admit(rows[0].id, decision)).toEqual({ outcome: 'done' });
}
const timeIsOver = (protestId: number) =>
  query('update protest set answer_by = clock_timestamp() where id = $1', [protestId]);
const sweep = () =>
  lots.answering.allUnanswered((error) => {
    throw error;
  });
async function toDecide(lotId: number, personId: string): Promise<number> {
  const protestId = await filed(lotId, personId);
  await timeIsOver(protestId);
  await sweep();
  return protestId;
}
const dismiss = (protestId: number) => lots.deciding.dismiss(protestId, { reason: REASON, by: randomUUID() });

/** Two accounts of one person. */
async function twoAccounts(): Promise<[string, string]> {
  const pinfl = `3${String(Date.now()).slice(-9)}${randomBelow(9_000) + 1_000}`;
  return [await sold.registered(pinfl), await sold.registered(pinfl)];
}

describe('a protest', () => {
  test('stops the sale once it is admitted, is announced to all it concerns, and is filed once however often the button is pressed', async () => {
    const { lotId, personId, seller, loser, id, orderId } = await sale();
    const [one, two] = await Promise.all([file(lotId, loser), file(lotId, loser)]);
    expect([one, two].map((each) => each.outcome)).toEqual(['filed', 'filed']);
    expect([one, two].filter((each) => 'already' in each && each.already)).toHaveLength(1);
    await admit(lotId);
    const settlement = await sold.of(lotId);
    expect(settlement).toMatchObject({ id, state: 'awaiting', look_at: null });
    expect(settlement.paused_at).not.toBeNull();
    expect(await notices(loser)).toContain('protest-filed');
    expect(await notices(seller)).toContain('protest-to-answer');
    expect(await notices(personId)).toContain('sale-paused');
    const { rows } = await query(
      'select event, from_state, to_state, why from order_flow where order_id = $1',
      [orderId],
    );
    const stays = { from_state: 'awaiting-payment', to_state: 'awaiting-payment' };
    expect(rows).toEqual([
      { event: 'protest-filed', ...stays, why: TEXT },
      { event: 'protest-admitted', ...stays, why: REASON },
    ]);
    expect(await lots.protests.ofLot(lotId, { personId: loser, roles: [] })).toMatchObject({
      canFile: false,
      open: true,
      mine: { state: 'admitted', canWithdraw: true },
    });
  });

  test('of a friend does not stop the payment by being filed: the sale is paid, refused or lost meanwhile', async () => {
    const { lotId, id, personId, loser, seller } = await sale(PRICE);
    expect(await file(lotId, loser)).toMatchObject({ outcome: 'filed' });
    expect(await sold.of(lotId)).toMatchObject({ state: 'awaiting', paused_at: null });
    for (const each of [personId, seller])
      expect(await notices(each)).not.toEqual(expect.arrayContaining(['sale-paused', 'protest-to-answer']));
    expect(await sold.paying.pay(id, personId)).toMatchObject({ outcome: 'paid' });
    expect(await lots.protests.ofLot(lotId, { personId: loser, roles: [] })).toMatchObject({
      open: true,
      mine: { state: 'filed', canWithdraw: true, answerByMs: null },
    });
    const late = await sale();
    await file(late.lotId, late.loser);
    await sold.pass(late.id, '40 days');
    await sold.looking.look(late.id);
    await sold.looking.look(late.id);
    expect((await sold.of(late.lotId)).state).toBe('defaulted');
  });

  test('is not forestalled by a winner who quickly pays the first part', async () => {
    const { lotId, id, personId, loser } = await sale(PRICE);
    await query('update lot set instalment_months = 2, first_part_bp = 3000 where id = $1', [lotId]);
    expect(await sold.paying.pay(id, personId, 0)).toMatchObject({ outcome: 'part-paid' });
    expect((await sold.lots.get(lotId))!.status).toBe(S.paidInPart);
    await filed(lotId, loser);
    expect((await sold.of(lotId)).paused_at).not.toBeNull();
    expect(await sold.paying.pay(id, personId, 1)).toEqual({ outcome: 'over', reason: 'paused' });
    const { rows } = await query('select id from protest where lot_id = $1', [lotId]);
    await timeIsOver(rows[0].id);
    await sweep();
    for (const by of [randomUUID(), randomUUID()])
      expect(await lots.deciding.uphold(rows[0].id, { reason: REASON, by })).toMatchObject({
        outcome: 'done',
      });
    expect(await sold.of(lotId)).toMatchObject({ state: 'cancelled' });
    expect(await sold.balance(personId)).toBe(PRICE + DEPOSIT);
  });

  test('of the winner does not put off the own payment, one of another participant does', async () => {
    const { lotId, id, personId, loser } = await sale(PRICE);
    await participant(lotId, personId);
    const own = await filed(lotId, personId);
    expect(await sold.of(lotId)).toMatchObject({ state: 'awaiting', paused_at: null });
    expect(await notices(personId)).not.toContain('sale-paused');
    const other = await filed(lotId, loser);
    expect((await sold.of(lotId)).paused_at).not.toBeNull();
    expect(await lots.filing.withdraw(other, loser)).toMatchObject({ outcome: 'withdrawn' });
    expect((await sold.of(lotId)).paused_at).toBeNull();
    expect(await sold.paying.pay(id, personId)).toMatchObject({ outcome: 'paid' });
    // The money still waits for it.
    expect(await lots.sold.lots.get(lotId)).toMatchObject({ status: S.soldAndPaid });
    expect(await lots.filing.withdraw(own, personId)).toMatchObject({ outcome: 'withdrawn' });
  });

  test('stops the sale for five working days at most; then it is paid, and only what follows waits', async () => {
    const { lotId, id, personId, loser } = await sale(PRICE);
    const [one, two] = [await filed(lotId, loser), await filed(lotId, await participant(lotId))];
    const end = () =>
      lots.pausing.all((error) => {
        throw error;
      });
    await end();
    expect((await sold.of(lotId)).paused_at).not.toBeNull();
    const until = await query('select distinct stops_until from protest where lot_id = $1', [lotId]);
    expect(until.rows).toEqual([
      { stops_until: deadlineAfter(workingCalendar([]), new Date(), PROTEST_PAUSE_DAYS) },
    ]);
    await query('update protest set stops_until = clock_timestamp() where lot_id = $1', [lotId]);
    await end();
    await end();
    expect(await sold.of(lotId)).toMatchObject({ state: 'awaiting', paused_at: null });
    expect((await notices(personId)).filter((template) => template === 'sale-resumed')).toHaveLength(1);
    expect(await sold.paying.pay(id, personId)).toMatchObject({ outcome: 'paid' });
    expect(await lots.protests.ofLot(lotId, { personId: loser, roles: [] })).toMatchObject({ open: true });
    const { rows } = await query('select id from protest where id = any($1) and state = $2', [
      [one, two],
      'admitted',
    ]);
    expect(rows).toHaveLength(2);
    // One that is admitted later does not begin it again.
    const next = await filed(lotId, await participant(lotId));
    const third = await query('select pauses, stops_until from protest where id = $1', [next]);
    expect(third.rows).toEqual([{ pauses: false, stops_until: null }]);
  });

  test('of the winner under another account does not put off the payment either', async () => {
    const [winner, other] = await twoAccounts();
    const { lotId } = await sale(0, { winner });
    await participant(lotId, other);
    await filed(lotId, other);
    expect((await sold.of(lotId)).paused_at).toBeNull();
  });

  test('is for admitted participants alone: neither strangers, staff, nor the seller under another account', async () => {
    const [seller, other] = await twoAccounts();
    const { lotId, loser } = await sale(0, { seller });
    await participant(lotId, other);
    expect(await file(lotId, randomUUID())).toEqual({ outcome: 'refused', reason: 'not-participant' });
    expect(await file(lotId, loser, true)).toEqual({ outcome: 'refused', reason: 'staff' });
    expect(await file(lotId, seller)).toEqual({ outcome: 'refused', reason: 'own-lot' });
    expect(await file(lotId, other)).toEqual({ outcome: 'refused', reason: 'own-lot' });
    expect(await file(9_999_999, loser)).toEqual({ outcome: 'no-lot' });
  });

  test('comes in time until the instant announced at the hammer, which a changed calendar does not move', async () => {
    const { lotId, loser } = await sale();
    const seen = await lots.protests.ofLot(lotId, { personId: loser, roles: [] });
    await query('update lot set protest_until = $2 where id = $1', [lotId, new Date(seen!.untilMs!)]);
    off = Array.from({ length: 9 }, (_, i) => ({
      day: new Date(Date.now() + i * DAY_MS).toISOString().slice(0, 10),
      working: false,
    }));
    expect(await lots.protests.ofLot(lotId, { personId: loser, roles: [] })).toEqual(seen);
    const lot = (await sold.lots.get(lotId))!;
    const until = lot.protest_until!;
    const judge = (now: Date) =>
      judgeProtest({ isSamePerson: async () => false }, database.db, {
        lot,
        until,
        personId: loser,
        isStaff: false,
        now,
      });
    expect(await judge(new Date(until.getTime() - 1))).toHaveProperty('bidderNumber');
    expect(await judge(until)).toEqual({ refusal: 'too-late' });
    await query('update lot set protest_until = clock_timestamp() where id = $1', [lotId]);
    expect(await file(lotId, loser)).toEqual({ outcome: 'refused', reason: 'too-late' });
  });

  test('judges by the clock of the database after it has waited for the lock', async () => {
    const { lotId, loser } = await sale();
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query(`select pg_advisory_xact_lock(hashtextextended('sales-of-lot:${lotId}', 0))`);
    const late = file(lotId, loser);
    await waitsForLock(database);
    await holder.query('update lot set protest_until = clock_timestamp() where id = $1', [lotId]);
    await holder.query('commit');
    holder.release();
    expect(await late).toEqual({ outcome: 'refused', reason: 'too-late' });
  });

  test('is withdrawn by its author while the customer has not answered, and by no one else', async () => {
    const { lotId, loser, seller } = await sale();
    const protestId = await filed(lotId, loser);
    await expect(lots.filing.withdraw(protestId, seller)).rejects.toThrow('another person');
    expect(await lots.protests.find(protestId, seller)).toBeNull();
    expect(await lots.filing.withdraw(protestId, loser)).toEqual({ outcome: 'withdrawn', already: false });
    expect(await lots.filing.withdraw(protestId, loser)).toEqual({ outcome: 'withdrawn', already: true });
    expect((await sold.of(lotId)).paused_at).toBeNull();
    expect(await notices(seller)).toContain('protest-withdrawn');
    expect(await file(lotId, loser)).toMatchObject({ outcome: 'filed', already: true, protestId });
  });
});

describe('while a protest is open', () => {
  test('the sale is neither paid, refused, lost nor extended; a payment waits and pays afterwards', async () => {
    const { lotId, personId, loser, id } = await sale(0);
    const protestId = await toDecide(lotId, loser);
    await sold.credited(id, personId, PRICE - DEPOSIT);
    expect(await sold.paying.pay(id, personId)).toEqual({ outcome: 'over', reason: 'paused' });
    await sold.refusing.sendCode(id, personId, '127.0.0.1');
    expect(await sold.refusing.refuse(id, personId, sold.codeOf(personId))).toEqual({
      outcome: 'over',
      reason: 'paused',
    });
    const asked = { day: '2099-01-05', reason: 'late bank', by: randomUUID() };
    expect(await sold.console.ask(id, asked)).toEqual({ outcome: 'paused' });
    await query(
      `update settlement set due_at = due_at - interval '60 days', default_at = default_at - interval '60 days' where id = $1`,
      [id],
    );
    await sold.lookAtDue();
    await sold.looking.look(id);
    expect(await sold.of(lotId)).toMatchObject({ state: 'awaiting', paid_tiyin: 0 });
    await dismiss(protestId);
    await database.db.transaction().execute((tx) => lots.clock.payHeldUp(tx, lotId, sold.paying));
    expect((await sold.of(lotId)).state).toBe('paid');
    expect(await sold.lotStatus(lotId)).toBe(S.soldAndPaid);
  });

  test('no payout of it is approved or sent', async () => {
    const { lotId, personId, loser, id } = await sale(PRICE - DEPOSIT);
    await sold.paying.pay(id, personId);
    await sold.handedOver(lotId, personId);
    await query(`update payout set not_before = now() - interval '1 minute'`);
    await query(`update customer_order set fields = $2 where id = (select order_id from lot where id = $1)`, [
      lotId,
      JSON.stringify({
        requisites: {
          kind: 'account',
          bankName: 'Namuna bank',
          mfo: '00999',
          holderName: 'Sotuvchi',
          account: '20208000900123456001',
        },
      }),
    ]);
    const viewer = { personId: randomUUID(), decides: true, seesRequisites: true };
    const { items } = await sold.payouts.list(viewer, { state: 'all', lotId, page: 1, size: 1 });
    const { id: payoutId, requisitesMark: mark } = items[0]!;
    const protestId = await toDecide(lotId, loser);
    expect(await sold.deciding.approve(payoutId, { mark, by: randomUUID() })).toEqual({ outcome: 'protest' });
    expect(await sold.payouts.one(payoutId, viewer)).toMatchObject({ heldBy: 'protest', may: [] });
    await dismiss(protestId);
    expect(await sold.payouts.one(payoutId, viewer)).toMatchObject({ heldBy: null, may: ['approve'] });
    expect(await sold.deciding.approve(payoutId, { mark, by: randomUUID() })).toEqual({ outcome: 'done' });
    const second = await toDecide(lotId, await participant(lotId));
    const third = await toDecide(lotId, await participant(lotId));
    expect(await sold.deciding.send(payoutId, randomUUID())).toEqual({ outcome: 'protest' });
    expect(await sold.payouts.one(payoutId, viewer)).toMatchObject({ heldBy: 'protest', may: [] });
    for (const each of [second, third]) await dismiss(each);
    expect(await sold.deciding.send(payoutId, randomUUID())).toEqual({ outcome: 'done' });
    // Once while any protest is open, and once when none is.
    const held = ['paid-sale-paused', 'paid-sale-resumed'];
    expect((await notices(personId)).filter((each) => each.startsWith('paid-sale'))).toEqual([
      ...held,
      ...held,
    ]);
  });

  /** A lot that its winner has refused, and that its reserve participant is offered. */
  async function refused() {
    const reserve = randomUUID();
    await sold.give(reserve, DEPOSIT);
    const { lotId, id, personId } = await sold.open(0, { reserve });
    await sold.refusing.sendCode(id, personId, '127.0.0.1');
    await sold.refusing.refuse(id, personId, sold.codeOf(personId));
    const offerId = (await query('select id from offer where lot_id = $1', [lotId])).rows[0].id as number;
    return { lotId, personId, reserve, offerId };
  }

  test('by a winner who has refused the lot puts off nothing of what the reserve participant does', async () => {
    const { lotId, personId, reserve, offerId } = await refused();
    await filed(lotId, personId);
    expect(await sold.answering.accept(offerId, reserve)).toMatchObject({ outcome: 'accepted' });
    expect(await sold.of(lotId)).toMatchObject({ person_id: reserve, state: 'awaiting', paused_at: null });
  });

  test('an offer is neither answered nor does it lapse, and gets the time that was left', async () => {
    const { lotId, reserve, offerId } = await refused();
    const protestId = await toDecide(lotId, await participant(lotId));
    await query(`update offer set answer_by = answer_by - interval '30 days' where id = $1`, [offerId]);
    await sold.answering.lapse(offerId);
    await sold.answering.lapseAll((error) => {
      throw error;
    });
    expect(await sold.answering.accept(offerId, reserve)).toEqual({ outcome: 'paused' });
    expect(await sold.answering.decline(offerId, reserve)).toEqual({ outcome: 'paused' });
    await dismiss(protestId);
    expect(await notices(reserve)).toContain('offer-resumed');
    const { rows } = await query('select * from offer where id = $1', [offerId]);
    expect(rows[0]).toMatchObject({ state: 'open', paused_at: null });
    expect(rows[0].answer_by.getTime()).toBeGreaterThan(Date.now());
    expect(await sold.answering.decline(offerId, reserve)).toMatchObject({ outcome: 'declined' });
  });

  test('an auction with one participant is offered to them only after the protest', async () => {
    const { lotId, loser } = await sale();
    const protestId = await filed(lotId, loser);
    await sold.offering.afterHammer(lotId);
    expect((await query('select id from offer where lot_id = $1', [lotId])).rows).toEqual([]);
    await lots.filing.withdraw(protestId, loser);
  });

  test('the sale goes on once the last one is over, with the working time that was left', async () => {
    const { lotId, personId, loser } = await sale();
    const [one, two] = [await filed(lotId, loser), await filed(lotId, await participant(lotId))];
    const { left_ms: left, due_at: before } = await sold.of(lotId);
    expect(left).toBe(workingTime(workingCalendar([]), (await sold.of(lotId)).paused_at!, before));
    await lots.filing.withdraw(one, loser);
    expect((await sold.of(lotId)).paused_at).not.toBeNull();
    await query(
      `update settlement set paused_at = paused_at - interval '7 days', due_at = due_at - interval '7 days'
      where lot_id = $1`,
      [lotId],
    );
    const by = (await query('select person_id from protest where id = $1', [two])).rows[0].person_id;
    await lots.filing.withdraw(two, by);
    const after = await sold.of(lotId);
    expect(after.due_at).toEqual(deadlineAfterTime(workingCalendar([]), new Date(), left!));
    expect(after.look_at).not.toBeNull();
    expect((await sold.lots.get(lotId))!.pay_until).toEqual(after.due_at);
    expect(await notices(personId)).toContain('sale-resumed');
  });
});
