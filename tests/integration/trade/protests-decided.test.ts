import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createConflicts } from '#server/domains/people/conflicts-of-interest/conflicts-of-interest.service.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import type { ProtestAnswer } from '#shared/lifecycles/protest.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { requireWholeBooks } from '../../fixtures/check-ledger.ts';
import { protestedLots, type ProtestedLots } from '../../fixtures/protested-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, type SoldLots } from '../../fixtures/sold-lots.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';
import { randomBelow } from '../../fixtures/random.ts';

const TEXT = 'The room did not take my last price.';
const REASON = 'The log of the room shows every price.';

let database: TestDatabase;
let lots: ProtestedLots;
let sold: SoldLots;

beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  lots = protestedLots(database);
  sold = lots.sold;
});
afterAll(async () => {
  await requireWholeBooks(database.db);
  await database.close();
});

const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);
const stateOf = async (id: number) =>
  (await query('select * from protest where id = $1', [id])).rows[0]?.state as string;
const notices = (personId: string) => sold.notices(personId);

const file = (lotId: number, personId: string, isStaff = false) =>
  lots.filing.file({ lotId, personId, isStaff, text: TEXT });
const filed = (lotId: number, personId: string) => lots.admitted(lotId, personId);
const admit = (protestId: number) => lots.admitting.admit(protestId, { reason: REASON, by: randomUUID() });
/** Filed and admitted, unless something else came first. */
async function fileAndAdmit(lotId: number, personId: string): Promise<void> {
  const done = await file(lotId, personId);
  if (done.outcome === 'filed') await admit(done.protestId);
}

/** A sale to be paid whose seller has an order, and a participant who lost. */
async function sale(balanceTiyin = 0, given: { seller?: string; state?: boolean } = {}) {
  const { seller = randomUUID(), state = false } = given;
  const won = await sold.open(balanceTiyin, { customerPersonId: seller });
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

type Sale = Awaited<ReturnType<typeof sale>>;
const answer = (
  { orderId, seller }: Pick<Sale, 'orderId' | 'seller'>,
  protestId: number,
  verdict: ProtestAnswer,
) =>
  lots.answering.answer(
    { orderId, protestId, personId: seller, verdict, text: REASON },
    { begin: async () => true, finish: async () => undefined },
  );
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
const uphold = (protestId: number, by: string = randomUUID()) =>
  lots.deciding.uphold(protestId, { reason: REASON, by });
const dismiss = (protestId: number) => lots.deciding.dismiss(protestId, { reason: REASON, by: randomUUID() });

/** Two accounts of one person. */
async function twoAccounts(): Promise<[string, string]> {
  const pinfl = `3${String(Date.now()).slice(-9)}${randomBelow(9_000) + 1_000}`;
  return [await sold.registered(pinfl, 'operator'), await sold.registered(pinfl, 'operator')];
}

describe('the customer', () => {
  test('ends a protest against a private lot by rejecting it, and no one else answers', async () => {
    const won = await sale();
    const protestId = await filed(won.lotId, won.loser);
    expect(await answer({ ...won, seller: won.loser }, protestId, 'rejected')).toBe('none');
    expect(await answer({ ...won, orderId: won.orderId + 1 }, protestId, 'rejected')).toBe('none');
    expect(await answer(won, protestId, 'rejected')).toBe('answered');
    expect(await answer(won, protestId, 'accepted')).toBe('over');
    expect(await stateOf(protestId)).toBe('dismissed');
    expect((await sold.of(won.lotId)).paused_at).toBeNull();
    expect(await notices(won.loser)).toContain('protest-dismissed');
  });

  test('only advises about a state lot, and about every acceptance', async () => {
    const [state, own] = [await sale(0, { state: true }), await sale()];
    const rejected = await filed(state.lotId, state.loser);
    expect(await answer(state, rejected, 'rejected')).toBe('answered');
    const accepted = await filed(own.lotId, own.loser);
    expect(await answer(own, accepted, 'accepted')).toBe('answered');
    for (const each of [rejected, accepted]) {
      expect(await stateOf(each)).toBe('answered');
      const { rows } = await query('select done_at from staff_task where occasion = $1', [
        `decide-protest:${each}`,
      ]);
      expect(rows).toEqual([{ done_at: null }]);
    }
    expect(await sold.lotStatus(own.lotId)).toBe(S.awaitingPayment);
    await Promise.all([dismiss(rejected), dismiss(accepted)]);
    expect((await sold.of(own.lotId)).paused_at).toBeNull();
  });

  test('who is silent is left out: a worker away for three days finds it, once', async () => {
    const won = await sale();
    const protestId = await filed(won.lotId, won.loser);
    await lots.answering.fallUnanswered(protestId);
    expect(await stateOf(protestId)).toBe('admitted');
    await query(`update protest set answer_by = answer_by - interval '30 days' where id = $1`, [protestId]);
    expect(await answer(won, protestId, 'accepted')).toBe('over');
    await sweep();
    await sweep();
    expect(await stateOf(protestId)).toBe('unanswered');
    expect((await notices(won.seller)).filter((each) => each === 'protest-to-staff')).toHaveLength(1);
    expect(await lots.filing.withdraw(protestId, won.loser)).toEqual({ outcome: 'over' });
    await dismiss(protestId);
  });

  test('who has no order here is not asked: staff decide at once', async () => {
    const { lotId } = await sold.open(0);
    expect(await stateOf(await filed(lotId, await participant(lotId)))).toBe('unanswered');
  });
});

describe('staff', () => {
  test('admit a protest or not, once; what they say nothing of is admitted at its deadline', async () => {
    const won = await sale(0);
    await file(won.lotId, won.loser);
    await file(won.lotId, await participant(won.lotId));
    const { rows } = await query('select id from protest where lot_id = $1 order by id', [won.lotId]);
    const [refused, silent] = rows.map(({ id }) => id as number) as [number, number];
    const decision = { reason: REASON, by: randomUUID() };
    const silence = () =>
      lots.admitting.allInSilence((error) => {
        throw error;
      });
    expect(await answer(won, refused, 'accepted')).toBe('over');
    expect(await uphold(refused)).toEqual({ outcome: 'over' });
    expect(await lots.admitting.refuse(refused, decision)).toEqual({ outcome: 'done' });
    expect(await lots.admitting.refuse(refused, decision)).toEqual({ outcome: 'over' });
    expect(await lots.admitting.admit(refused, decision)).toEqual({ outcome: 'over' });
    expect(await lots.admitting.admit(9_999_999, decision)).toEqual({ outcome: 'none' });
    expect(await stateOf(refused)).toBe('not-admitted');
    expect(await notices(won.loser)).toEqual(
      expect.arrayContaining(['protest-filed', 'protest-not-admitted']),
    );
    expect(await notices(won.seller)).not.toContain('protest-to-answer');
    await silence();
    expect(await stateOf(silent)).toBe('filed');
    await query('update protest set admit_by = clock_timestamp() where id = $1', [silent]);
    await Promise.all([silence(), lots.admitting.inSilence(silent)]);
    expect(await stateOf(silent)).toBe('admitted');
    expect((await sold.of(won.lotId)).paused_at).not.toBeNull();
    expect((await notices(won.seller)).filter((each) => each === 'protest-to-answer')).toHaveLength(1);
    expect(await answer(won, silent, 'rejected')).toBe('answered');
    expect((await sold.of(won.lotId)).paused_at).toBeNull();
  });

  test('undo a sale only as two persons, so that a seller cannot undo a low price through a friend', async () => {
    const won = await sale(0);
    const [one, again] = await twoAccounts();
    const protestId = await filed(won.lotId, won.loser);
    const other = await filed(won.lotId, await participant(won.lotId));
    expect(await uphold(protestId)).toEqual({ outcome: 'over' });
    await answer(won, protestId, 'accepted');
    expect(await uphold(protestId, one)).toEqual({ outcome: 'done' });
    expect(await uphold(protestId, one)).toEqual({ outcome: 'second-person' });
    expect(await uphold(protestId, again)).toEqual({ outcome: 'second-person' });
    expect(await sold.lotStatus(won.lotId)).toBe(S.awaitingPayment);
    expect(await uphold(protestId)).toEqual({ outcome: 'done' });
    expect(await sold.lotStatus(won.lotId)).toBe(S.resultCancelled);
    expect([await stateOf(protestId), await stateOf(other)]).toEqual(['upheld', 'closed']);
    expect((await sold.of(won.lotId)).state).toBe('cancelled');
    expect(await sold.balance(won.personId)).toBe(DEPOSIT);
    const otherBy = (await query('select person_id from protest where id = $1', [other])).rows[0].person_id;
    expect(await lots.filing.withdraw(other, otherBy)).toEqual({ outcome: 'over' });
    expect(await uphold(protestId)).toEqual({ outcome: 'over' });
    expect(await dismiss(other)).toEqual({ outcome: 'over' });
    expect(await uphold(9_999_999)).toEqual({ outcome: 'none' });
    const flows = await query('select event from order_flow where order_id = $1 order by id', [won.orderId]);
    expect(flows.rows.map(({ event }) => event)).toEqual([
      'protest-filed',
      'protest-admitted',
      'protest-filed',
      'protest-admitted',
      'protest-accepted',
      'protest-closed',
      'lose-result',
      'protest-upheld',
    ]);
    const { rows } = await query(
      `select count(*)::int as open from staff_task where lot_id = $1 and kind = 'decide-protest' and done_at is null`,
      [won.lotId],
    );
    expect(rows).toEqual([{ open: 0 }]);
  });

  test('return what was paid, and two of them at one instant undo it once', async () => {
    const { lotId, personId, loser, id } = await sale(PRICE - DEPOSIT);
    await sold.paying.pay(id, personId);
    const protestId = await toDecide(lotId, loser);
    const done = await Promise.all([uphold(protestId), uphold(protestId), uphold(protestId)]);
    expect(done.map(({ outcome }) => outcome).sort()).toEqual(['done', 'done', 'over']);
    expect(await sold.lotStatus(lotId)).toBe(S.resultCancelled);
    expect(await sold.balance(personId)).toBe(PRICE);
  });

  test('cancel alone a result that no one has bought', async () => {
    const { lotId, loser } = await sale();
    await query('delete from settlement where lot_id = $1', [lotId]);
    await query(
      `update lot set status = 9, outcome = 'not-held', winner_person_id = null, winner_number = null where id = $1`,
      [lotId],
    );
    const protestId = await toDecide(lotId, loser);
    expect(await uphold(protestId)).toEqual({ outcome: 'done' });
    expect(await sold.lotStatus(lotId)).toBe(S.resultCancelled);
  });

  test('who have a part in the lot, or whose other account agreed, decide nothing', async () => {
    const { lotId, loser } = await sale();
    const [staff, same] = await twoAccounts();
    const protestId = await toDecide(lotId, loser);
    const conflicts = createConflicts(database.db, async () => new Map());
    const judge = (personId: string) =>
      conflicts.judge({
        personId,
        name: '',
        address: '127.0.0.1',
        action: 'console.uphold-protest',
        subjectId: protestId,
        subject: { kind: 'protest', param: 'protestId', colleagues: true },
      });
    expect(await judge(staff)).toBe('clear');
    await expect(judge(loser)).rejects.toMatchObject({ code: 'conflict-of-interest' });
    await uphold(protestId, staff);
    await expect(judge(same)).rejects.toMatchObject({ code: 'conflict-of-interest' });
    await dismiss(protestId);
  });
});

describe('at one moment', () => {
  test('with a default, a payment, a withdrawal or an answer one of both decides, and the books are whole', async () => {
    const lost = await sale();
    await sold.pass(lost.id, '40 days');
    const paid = await sale(PRICE - DEPOSIT);
    const [answered, accepted] = [await sale(), await sale()];
    const one = await filed(answered.lotId, answered.loser);
    const two = await filed(accepted.lotId, accepted.loser);
    await Promise.all([
      sold.looking.look(lost.id),
      fileAndAdmit(lost.lotId, lost.loser),
      sold.looking.look(lost.id),
      sold.paying.pay(paid.id, paid.personId),
      fileAndAdmit(paid.lotId, paid.loser),
      lots.filing.withdraw(one, answered.loser),
      answer(answered, one, 'rejected'),
      lots.filing.withdraw(two, accepted.loser),
      answer(accepted, two, 'accepted'),
    ]);
    expect(['defaulted', 'overdue', 'awaiting']).toContain((await sold.of(lost.lotId)).state);
    const { state, paused_at: paused } = await sold.of(paid.lotId);
    expect(state === 'paid' ? paused : 'paused').toBe(state === 'paid' ? null : 'paused');
    expect(['withdrawn', 'dismissed']).toContain(await stateOf(one));
    expect(['withdrawn', 'answered']).toContain(await stateOf(two));
    await requireWholeBooks(database.db);
  });

  test('a default that began first waits for an admission that holds the lock, and then does not happen', async () => {
    const { lotId, loser, id } = await sale();
    await file(lotId, loser);
    const { rows } = await query('select id from protest where lot_id = $1', [lotId]);
    await sold.pass(id, '40 days');
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query(`select pg_advisory_xact_lock(hashtextextended('sales-of-lot:${lotId}', 0))`);
    const protest = admit(rows[0].id);
    await waitsForLock(database);
    const look = sold.looking.look(id);
    await waitsForLock(database, 2);
    await holder.query('commit');
    holder.release();
    await Promise.all([protest, look]);
    expect(await sold.of(lotId)).toMatchObject({ state: 'awaiting' });
    expect((await sold.of(lotId)).paused_at).not.toBeNull();
  });
});
