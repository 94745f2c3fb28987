import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmStatement } from '#server/domains/money/bank-statements/confirm-statement.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { decidedByTwo } from '../../fixtures/decided-by-two.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { csvStatement } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// A process that is killed within a decision about a statement leaves it as it was, and the decision is made again.

let database: TestDatabase;
let sold: SoldLots;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  sold = soldLots(database, { operatorAccount: true });
  bank = statementLines(database, sold);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const by = () => ({ personId: String(randomUUID()), name: 'Xodim', address: '127.0.0.1' });

/** While this runs, a write of these rows fails as if the process had been killed there. */
async function killedAt(
  table: string,
  when: 'insert' | 'update',
  work: () => Promise<unknown>,
): Promise<void> {
  await database.pool.query(`
    create function killed() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger killed before ${when} on ${table} for each statement execute function killed()`);
  try {
    await expect(work()).rejects.toThrow('killed');
  } finally {
    await database.pool.query('drop function killed cascade');
  }
}

test.each([
  ['bank_statement_line', 'update'],
  ['bank_statement_line_step', 'insert'],
  ['person_action', 'insert'],
] as const)('taking back a repeat, killed at %s', async (table, when) => {
  const won = await sold.open(0);
  const paid = {
    day: bankDay(),
    credit: uzs(PRICE - DEPOSIT + won.id),
    purpose: `Savdo S-${won.id}, lot ${won.lotId}`,
  };
  const [known] = await bank.brought([{ ...paid, document: `K-${won.id}` }]);
  const [line] = await bank.brought([{ ...paid, document: '-' }]);
  const tell = (same: boolean, who = by()) =>
    bank.deciding.repeat(line!.id, { like: known!.id, same, reason: 'the same day' }, who);
  expect(await tell(true)).toBe('done');
  expect(await bank.deciding.approve(line!.id, 1, by())).toBe('done');
  expect(await tell(false)).toBe('done');
  const before = await bank.line(line!.id);
  await killedAt(table, when, () => tell(false));
  expect(await bank.line(line!.id)).toEqual(before);
  expect(await tell(false)).toBe('done');
  expect(await bank.line(line!.id)).toMatchObject({ state: 'undecided', repeats: { answer: 'another' } });
});

test('confirming the statement that another one contradicts, killed after the decision is written', async () => {
  const file = (sum: number, document: string) =>
    csvStatement([{ day: bankDay(-5), document, credit: uzs(sum) }], { opening: uzs(0), closing: uzs(sum) });
  const taken = async (sum: number, document: string) => {
    const done = await bank.take(file(sum, document), 'a correction', by());
    if (done.outcome !== 'done') throw new Error(done.outcome);
    return done.statementIds[0]!;
  };
  const one = await taken(60_00, 'Q-1');
  await bank.confirm(one);
  const other = await taken(59_00, 'Q-2');
  const doubted = async () =>
    (await bank.lines.statements({ page: 1, size: 50 })).items
      .filter((each) => each.doubted)
      .map(({ id }) => id);
  const confirm = () =>
    decidedByTwo(database, confirmStatement, {
      kind: 'confirm-statement',
      payload: { statementId: other },
    });
  await killedAt('bank_statement', 'update', confirm);
  expect(await doubted()).toEqual([other]);
  await database.pool.query(
    `update decision set state = 'withdrawn', decided_at = now() where state = 'open'`,
  );
  expect(await confirm()).toMatchObject({ outcome: 'done' });
  expect(await doubted()).toEqual([one]);
});
