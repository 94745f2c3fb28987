import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { confirmStatement } from '#server/domains/money/bank-statements/confirm-statement.ts';
import { checkLedger } from '../../fixtures/check-ledger.ts';
import { decidedByTwo } from '../../fixtures/decided-by-two.ts';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { csvStatement } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// A row of unbroken statements is as good as its beginning: one person alone begins none, and slips none in between.

let database: TestDatabase;
let bank: StatementLines;
beforeEach(async () => {
  database = await testDatabase();
  bank = statementLines(database, soldLots(database, { operatorAccount: true }));
});
// Dropping the database proves that the books balance.
afterEach(() => database.close());

interface Stated {
  /** In days from now, not above zero. */
  from: number;
  to?: number;
  opening: number;
  closing: number;
  /** As much leaves as came, of what the balances do not show. */
  through?: number;
}
/** Takes over a statement whose lines make up its balances; its id. */
async function stated({ from, to = from, opening, closing, through = 0 }: Stated): Promise<number> {
  const line = () => ({ day: bankDay(from), document: randomUUID() });
  const moved = closing - opening;
  const lines = [
    { ...line(), [moved < 0 ? 'debit' : 'credit']: uzs(Math.abs(moved) + through) },
    ...(through === 0 ? [] : [{ ...line(), [moved < 0 ? 'credit' : 'debit']: uzs(through) }]),
  ];
  const done = await bank.take(
    csvStatement(lines, {
      opening: uzs(opening),
      closing: uzs(closing),
      period: `${bankDay(from)} - ${bankDay(to)}`,
    }),
  );
  if (done.outcome !== 'done') throw new Error(done.outcome);
  return done.statementIds[0]!;
}
async function unbroken(): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    'select id from bank_statement where unbroken order by id',
  );
  return rows.map(({ id }) => id);
}
/** The beginning that two persons confirmed: 100 at the end of the day ten days ago. */
async function begun(): Promise<number> {
  const id = await stated({ from: -10, opening: 50_00, closing: 100_00 });
  await bank.confirm(id);
  return id;
}

describe('a statement begins no row', () => {
  test('before two persons have confirmed it, and what followed on it is unbroken from then', async () => {
    const first = await stated({ from: -10, opening: 50_00, closing: 100_00 });
    const second = await stated({ from: -9, opening: 100_00, closing: 170_00 });
    expect(await unbroken()).toEqual([]);
    await bank.confirm(first);
    expect(await unbroken()).toEqual([first, second]);
    const again = { kind: 'confirm-statement', payload: { statementId: second } } as const;
    expect(await decidedByTwo(database, confirmStatement, again)).toEqual({
      outcome: 'not-now',
      why: 'nothing-to-do',
    });
  });

  test('where it is at odds with the row: what follows on it is as broken', async () => {
    const first = await begun();
    const gap = await stated({ from: -9, opening: 1_000_100_00, closing: 1_000_200_00 });
    await stated({ from: -8, opening: 1_000_200_00, closing: 1_000_300_00 });
    expect(await unbroken()).toEqual([first]);
    // Neither does it keep the bank's own next one from following.
    const next = await stated({ from: -7, opening: 100_00, closing: 120_00 });
    expect(await unbroken()).toEqual([first, next]);
    // What two persons confirm takes its place.
    await bank.confirm(gap);
    expect(await unbroken()).toEqual([first, gap]);
  });

  test('where it states no balances, by which nothing could follow on it', async () => {
    const done = await bank.take(csvStatement([{ day: bankDay(-5), document: '1', credit: '1,00' }]));
    if (done.outcome !== 'done') throw new Error(done.outcome);
    const proposed = {
      kind: 'confirm-statement',
      payload: { statementId: done.statementIds[0]! },
    } as const;
    expect(await decidedByTwo(database, confirmStatement, proposed)).toEqual({
      outcome: 'not-now',
      why: 'no-balances',
    });
  });
});

describe('a statement of a day before a known one', () => {
  test('is broken between two that join, whatever came and left in it', async () => {
    const first = await begun();
    const next = await stated({ from: -8, opening: 100_00, closing: 170_00 });
    await stated({ from: -9, opening: 100_00, closing: 100_00, through: 1_000_000_00 });
    expect(await unbroken()).toEqual([first, next]);
  });

  test('is broken where it does not end with what the later one begins with', async () => {
    const first = await begun();
    const later = await stated({ from: -7, opening: 300_00, closing: 350_00 });
    await bank.confirm(later);
    await stated({ from: -9, opening: 100_00, closing: 400_00 });
    expect(await unbroken()).toEqual([first, later]);
    const missing = await stated({ from: -8, opening: 100_00, closing: 300_00 });
    expect(await unbroken()).toEqual([first, later, missing]);
  });

  test('is broken before the first one, and with a day of another one', async () => {
    const first = await begun();
    await stated({ from: -12, opening: 10_00, closing: 50_00 });
    await stated({ from: -10, to: -9, opening: 100_00, closing: 130_00 });
    expect(await unbroken()).toEqual([first]);
  });
});

test('the ledger check judges the row again, whatever is noted of a statement', async () => {
  await begun();
  const broken = await stated({ from: -9, opening: 500_00, closing: 600_00 });
  expect(await checkLedger(database.db)).toEqual([]);
  await database.pool.query('update bank_statement set unbroken = true where id = $1', [broken]);
  expect(await checkLedger(database.db)).toMatchObject([{ number: 23 }]);
  await database.pool.query('update bank_statement set unbroken = false where id = $1', [broken]);
});
