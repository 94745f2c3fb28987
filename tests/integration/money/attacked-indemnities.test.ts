import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { correctCredit } from '#server/domains/money/bank-statements/correct-credit.ts';
import { indemnityIn } from '#server/domains/money/bank-statements/indemnity-in.ts';
import { creditClaimEnd } from '#server/domains/money/bank-statements/credit-claim-end.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { claimEnd } from '#server/domains/trade/result-cancellations/claim-end.ts';
import { createStaffTasks } from '#server/domains/staff/tasks/staff-tasks.service.ts';
import { decidedByTwo } from '../../fixtures/decided-by-two.ts';
import { bankLine, claimAgainst, registered, unpaidCorrection } from '../../fixtures/decision-fixtures.ts';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

// The operator's own money pays no friends of two members of staff above the limit of 30 days.

const SUM = 5_000_00;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('template', 20);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const wallet = () => createWallet(database.db);
const deps = () => ({ notifications: createNotifications(database.db), namesOf: async () => new Map() });
type Two = { one: string; other: string };
const twoOfStaff = (): Two => ({ one: randomUUID(), other: randomUUID() });
const tasks = () => createStaffTasks({ db: database.db, record: async () => undefined });
const correct = (lineId: number, personId: string, two: Two, limitTiyin?: number) =>
  decidedByTwo(
    database,
    correctCredit(deps()),
    { kind: 'correct-credit', payload: { lineId, personId } },
    { ...two, limitTiyin },
  );
const answerFor = (lineId: number, two: Two, limitTiyin?: number) =>
  decidedByTwo(
    database,
    creditClaimEnd({ ...deps(), tasks: tasks() }),
    { kind: 'credit-claim-end', payload: { lineId } },
    { ...two, limitTiyin },
  );
/** What the person has is lost. */
async function spends(personId: string): Promise<void> {
  const movement = { reason: 'test', actor: 'system' };
  const held = await wallet().hold({
    ...movement,
    key: randomUUID(),
    personId,
    amountTiyin: SUM,
    reference: 'deposit:1',
  });
  if (held.outcome !== 'held') throw new Error(held.outcome);
  await wallet().forfeit({ ...movement, key: randomUUID(), holdId: held.holdId });
}

test.each(['one', 'other'] as const)(
  'who took a transfer back for a friend, as %s of two, has the operator pay it above the limit by others than the two',
  async (which) => {
    const two = twoOfStaff();
    const { lineId, owner } = await unpaidCorrection(database, { two });
    const again = { ...twoOfStaff(), [which]: two.one };
    expect(await answerFor(lineId, again, SUM - 1)).toEqual({ outcome: 'second-person' });
    expect(await wallet().balanceOf(owner)).toBe(0);
  },
);

test('one transfer is taken back and paid by the operator again and again by no two', async () => {
  const two = twoOfStaff();
  const { lineId, owner } = await unpaidCorrection(database, { two });
  await unpaidCorrection(database);
  // A transfer, its correction and its payment of one person, and no more.
  const limit = 3 * SUM;
  expect(await answerFor(lineId, two, limit)).toMatchObject({ outcome: 'done' });
  await spends(owner);
  const next = await registered(database);
  expect(await correct(lineId, next, two, limit)).toMatchObject({ outcome: 'done' });
  expect(await answerFor(lineId, two, limit)).toEqual({ outcome: 'second-person' });
  expect(await wallet().balanceOf(next)).toBe(0);
});

test('who proposed to cancel a sale after its payout has the operator pay its buyer above the limit by others than the two', async () => {
  const two = twoOfStaff();
  const { pool, db } = database;
  const claimId = await claimAgainst(database, await registered(database));
  const { rows } = await pool.query<{ id: number }>(
    `insert into result_cancellation (lot_id, settlement_id, reason, state, proposed_by, proposed_at, decided_by, decided_at,
       returned_tiyin, owed_tiyin)
     select lot_id, settlement_id, 'test', 'approved', $2, now(), $3, now(), 0, 0 from sale_claim where id = $1 returning id`,
    [claimId, two.one, two.other],
  );
  const answered = (by: Two) =>
    decidedByTwo(
      database,
      claimEnd({ ...deps(), tasks: createStaffTasks({ db, record: () => Promise.resolve() }) }),
      { kind: 'claim-end', payload: { claimId, answer: 'indemnity' } },
      { ...by, limitTiyin: 1 },
    );
  expect(await answered(two)).toEqual({ outcome: 'second-person' });
  expect(await answered(twoOfStaff())).toMatchObject({ outcome: 'done' });
  // It was put there by the test alone.
  await pool.query('delete from result_cancellation where id = $1', [rows[0]!.id]);
});

test('what a buyer has transferred for a sale is not taken for money of the operator', async () => {
  const { id } = await soldLots(database).open(0);
  const lineId = await bankLine(database, SUM);
  const { pool } = database;
  await pool.query('update bank_statement_line set names_settlement_id = $2 where id = $1', [lineId, id]);
  const paidIn = () =>
    decidedByTwo(database, indemnityIn, { kind: 'indemnity-in', payload: { lineId } }, twoOfStaff());
  expect(await paidIn()).toEqual({ outcome: 'not-now', why: 'names-a-sale' });
  await pool.query('update bank_statement_line set names_settlement_id = null where id = $1', [lineId]);
  expect(await paidIn()).toMatchObject({ outcome: 'done' });
});
