import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBankDaysRepository } from '#server/domains/money/bank-statements/bank-days.repository.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const DAYS = 400;
const LINES_A_DAY = 50;
const PAGE = 30;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('template', 5);
});
afterAll(() => database.close());

/** Rows of a table that this transaction has read so far: by going through it, and by its indexes. */
async function readOf(tx: AnyDb, table: string): Promise<{ whole: number; found: number }> {
  const { rows } = await sql<{ whole: number; found: number }>`
    select seq_tup_read::int as whole, idx_tup_fetch::int as found from pg_stat_xact_user_tables where relname = ${table}
  `.execute(tx);
  return rows[0]!;
}

describe('the days of the bank account', () => {
  test('are read by the page: neither all lines nor the whole ledger', async () => {
    const undone = new Error('undone: this test leaves no books behind');
    const work = inTransaction(database.db, async (tx) => {
      await sql`
        with statement as (
          insert into bank_statement (account, format, file_name, file_sha256, credit_tiyin, debit_tiyin, line_count,
            added_count, refused, differences, imported_by)
          values ('20208000900123456001', 'csv', 'long.csv', 'none', 0, 0, 0, 0, '[]', '[]', 'test') returning id)
        insert into bank_statement_line (statement_id, account, row_number, line_key, booked_on, value_on, side, amount_tiyin,
          purpose)
        select statement.id, '20208000900123456001', n, 'key-' || d || '-' || n, current_date - d, current_date - d, 'credit',
          100 + d, 'a transfer'
        from statement, generate_series(0, ${DAYS - 1}::int) d, generate_series(1, ${LINES_A_DAY}::int) n
      `.execute(tx);
      const personId = randomUUID();
      await sql`
        insert into ledger_journal (kind, idempotency_key, person_id, amount_tiyin, reference, reason, actor, posted_at)
        select 'top-up', 'long:' || d || ':' || n, ${personId}, 100, 'none', 'a long history', 'test', now() - make_interval(days => d)
        from generate_series(0, ${DAYS - 1}::int) d, generate_series(1, ${LINES_A_DAY}::int) n
      `.execute(tx);
      await sql`analyze bank_statement_line, ledger_journal`.execute(tx);
      const days = createBankDaysRepository(tx);
      const before = [await readOf(tx, 'bank_statement_line'), await readOf(tx, 'ledger_journal')];
      const { items, total } = await days.page(PAGE, PAGE);
      const after = [await readOf(tx, 'bank_statement_line'), await readOf(tx, 'ledger_journal')];
      expect(total).toBe(DAYS);
      expect(items).toHaveLength(PAGE);
      expect(items.map(({ creditTiyin }) => creditTiyin)).toEqual(
        Array.from({ length: PAGE }, (_, at) => (100 + PAGE + at) * LINES_A_DAY),
      );
      expect(
        items.every(({ waitingTiyin, creditTiyin, agrees }) => waitingTiyin === creditTiyin && !agrees),
      ).toBe(true);
      for (const [at, { whole, found }] of after.entries()) {
        expect(whole - before[at]!.whole).toBe(0);
        expect(found - before[at]!.found).toBeLessThan(2 * PAGE * LINES_A_DAY + 2 * DAYS);
      }
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
  });
});
