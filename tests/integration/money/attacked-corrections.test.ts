import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { correctCredit } from '#server/domains/money/bank-statements/correct-credit.ts';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { tiesOf } from '#server/domains/people/conflicts-of-interest/account-ties.repository.ts';
import { isConcerned } from '#server/domains/people/conflicts-of-interest/conflicts-of-interest.service.ts';
import { createDecisions, type DecisionStaff } from '#server/domains/staff/decisions/decisions.service.ts';
import { leftToFinish } from '#server/domains/people/erasure/left-to-finish.repository.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { lockErasure } from '#server/domains/people/accounts/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { creditedLine, registered } from '../../fixtures/decision-fixtures.ts';
import { moneyJudge } from '../../fixtures/money-judge.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

const SUM = 5_000_00;
/** Above it two persons who did not bring the statement credit a line. */
const LIMIT = 1_000_00;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('template', 20);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const staff = (personId: string = randomUUID()): DecisionStaff => ({
  personId,
  roles: ['operator'],
  address: '127.0.0.1',
});
const decisions = () =>
  createDecisions({
    db: database.db,
    kinds: [
      correctCredit({ notifications: createNotifications(database.db), namesOf: async () => new Map() }),
    ],
    actions: createActionLog(database.db),
    isSamePerson,
    isConcerned,
    judge: moneyJudge(() => LIMIT),
    hasLeft: async () => false,
    formerStaff: async () => new Set(),
  });
const propose = (lineId: number, personId: string, by: string) =>
  decisions().propose(
    { kind: 'correct-credit', payload: { lineId, personId } },
    { reason: 'compared with the paper of the bank', document: 'Letter 17 of the bank' },
    staff(by),
  );

test('who has the transfer of another person is not erased while two decide to take it back', async () => {
  const [wrong, right] = [await registered(database), await registered(database)];
  const lineId = await creditedLine(database, wrong, SUM);
  const made = await propose(lineId, right, randomUUID());
  if (made.outcome !== 'done') throw new Error(made.outcome);
  // Who has it loses or takes out all of it.
  const wallet = createWallet(database.db);
  const movement = { reason: 'test', actor: 'system' };
  const held = await wallet.hold({
    ...movement,
    key: randomUUID(),
    personId: wrong,
    amountTiyin: SUM,
    reference: 'deposit:1',
  });
  if (held.outcome !== 'held') throw new Error(held.outcome);
  await wallet.forfeit({ ...movement, key: randomUUID(), holdId: held.holdId });
  const left = await leftToFinish(database.db, wrong, tiesOf);
  if (left.length === 0)
    await database.pool.query('update person set erased_at = now() where id::text = $1', [wrong]);
  // Nothing is owed to somebody by an account that is erased.
  expect(await decisions().decide(made.decisionId, staff())).toMatchObject({ outcome: 'done' });
});

test('who has the transfer of another person is not erased at the instant at which two are asked about it', async () => {
  const [wrong, right] = [await registered(database), await registered(database)];
  const lineId = await creditedLine(database, wrong, SUM);
  let made: ReturnType<typeof propose> | undefined;
  await inTransaction(database.db, async (tx) => {
    await lockErasure(tx, wrong);
    await sql`update person set erased_at = now() where id::text = ${wrong}`.execute(tx);
    made = propose(lineId, right, randomUUID());
    await waitsForLock(database);
  });
  expect(await made).toEqual({ outcome: 'not-now', why: 'no-account' });
  // The balance is what holds an account up otherwise.
  await database.pool.query('update person set erased_at = null where id::text = $1', [wrong]);
});

test.each(['proposing', 'agreeing'])(
  'a transfer above the limit is taken from its owner by no two of whom one brought its statement, %s',
  async (step) => {
    const [owner, friend] = [await registered(database), await registered(database)];
    const lineId = await creditedLine(database, owner, SUM);
    const importer = randomUUID();
    await database.pool.query(
      `update bank_statement set imported_by = $2 from bank_statement_line l where l.statement_id = bank_statement.id and l.id = $1`,
      [lineId, importer],
    );
    const made = await propose(lineId, friend, step === 'proposing' ? importer : randomUUID());
    const decided =
      made.outcome === 'done' ? await decisions().decide(made.decisionId, staff(importer)) : made;
    expect(decided).toEqual({ outcome: 'second-person' });
    expect(made.outcome).toBe(step === 'proposing' ? 'second-person' : 'done');
  },
);
