import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('template');
});
afterAll(() => database.close());

/** Where money is a person's to spend, or out of the platform. */
const OUTSIDE = ['available', 'bank', 'clearing'];
/** What a movement undoes is no exit. */
const UNDOES = /-(back|returned|reversal|waived)$/;
/** Fees are the operator's own income, and stay in its account. */
const INCOME = ['fee'];

/** The ways of all kinds of movements that undo no other, as the database allows them: `escrow>payout`. */
async function ways(): Promise<[from: string, to: string][]> {
  const { rows } = await database.pool.query<{ kind: string; way: string }>(
    `select kind[1] as kind, ledger_way(kind[1]) as way from regexp_matches(
       (select pg_get_constraintdef(oid) from pg_constraint where conname = 'ledger_journal_kind'), '''([a-z-]+)''', 'g') as kind`,
  );
  return rows.flatMap(({ kind, way }) =>
    UNDOES.test(kind) ? [] : way.split('|').map((each) => each.split('>') as [string, string]),
  );
}

test('money that comes to an account can leave it, to a person or to a bank, but for the income of the operator', async () => {
  const all = await ways();
  expect(all.length).toBeGreaterThan(15);
  const stuck = [...new Set(all.map(([, to]) => to))].filter((account) => {
    const reached = new Set([account]);
    for (const at of reached) for (const [from, to] of all) if (from === at) reached.add(to);
    return !OUTSIDE.some((end) => reached.has(end));
  });
  expect(stuck).toEqual(INCOME);
});
