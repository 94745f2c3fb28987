import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLinesRepository } from '#server/domains/money/bank-statements/lines.repository.ts';
import { createTopUpRepository } from '#server/domains/money/payments/top-up.repository.ts';
import { createDebtsRepository } from '#server/domains/money/wallet/debts/debts.repository.ts';
import { createStaffTasks } from '#server/domains/staff/tasks/staff-tasks.service.ts';
import { createApplicationRowsRepository } from '#server/domains/trade/trade-applications/application-rows.repository.ts';
import { createDatabase, PROCESS_LIMITS } from '#server/platform/database/index.ts';
import { BANK_LINE_STATES } from '#shared/lifecycles/bank-line.ts';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

/** Of each list; half of the tasks are done. */
const ROWS = COUNTED_ROWS_MAX + 50;
const MORE = COUNTED_ROWS_MAX * 10;

const FILLS = [
  `insert into top_up (person_id, provider, amount_tiyin, status, cause, request_id, created_at, expires_at, ended_at)
   select n::text, 'payme', 100000, 'failed', 'expired', gen_random_uuid(), now(), now(), now() from generate_series(1, $1::int) n`,
  `insert into trade_application (lot_id, person_id, number, status, deposit_state, confirmed_at)
   select n, n::text, 1, 'lost', 'none', now() from generate_series(1, $1::int) n`,
  `insert into staff_task (occasion, kind, lot_id, due_at, done_at, done_by, done_by_name, note)
   select 'o' || n, 'repeat-lot', n, now() + case when n <= 6 then interval '-1 day' else interval '1 day' end,
     case when n % 2 = 0 then now() end, case when n % 2 = 0 then 'x' end, case when n % 2 = 0 then 'X' end,
     case when n % 2 = 0 then 'done' end
   from generate_series(1, 2 * $1::int) n`,
  `insert into bank_statement_line (statement_id, account, row_number, line_key, booked_on, value_on, side, amount_tiyin, purpose)
   select 1, 'a', n, n::text, current_date, current_date, case when n % 5 = 0 then 'debit' else 'credit' end, 300, ''
   from generate_series(1, $1::int) n`,
  `insert into ledger_journal (kind, idempotency_key, reference, person_id, amount_tiyin, reason, actor)
   select 'penalty', n::text, 'lot:' || n, n::text, 7, '', 'system' from generate_series(1, $1::int) n`,
];

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  // Rows of these lists alone, without the lots they are about.
  await owner.query('set session_replication_role = replica');
  for (const fill of FILLS) await owner.query(fill, [ROWS]);
  await owner.end();
});
afterAll(() => database.close('spoiled'));

describe('a page of a long list counts no further than its limit, a file of it counts all', () => {
  test('payments', async () => {
    const topUps = createTopUpRepository(database.db);
    const counted = (rows: number) => ({ total: rows, sums: { amountTiyin: rows * 100_000 } });
    expect(await topUps.sumEverybodys({}, COUNTED_ROWS_MAX)).toEqual(counted(COUNTED_ROWS_MAX));
    expect(await topUps.sumEverybodys({}, MORE)).toEqual(counted(ROWS));
    expect(await topUps.sumEverybodys({ status: 'paid' }, MORE)).toEqual(counted(0));
  });

  test('lines of bank statements, with what came and what left', async () => {
    const lines = (most: number, side?: 'debit') =>
      createLinesRepository(database.db).page(
        { states: BANK_LINE_STATES, side },
        { limit: 1, offset: 0, order: 'newest', most },
      );
    const left = ROWS / 5;
    const all = { creditTiyin: (ROWS - left) * 300, debitTiyin: left * 300 };
    expect(await lines(MORE)).toMatchObject({ total: ROWS, sums: all });
    expect(await lines(MORE, 'debit')).toMatchObject({ total: left, sums: { ...all, creditTiyin: 0 } });
    const { total, sums } = await lines(COUNTED_ROWS_MAX);
    expect(total).toBe(COUNTED_ROWS_MAX);
    expect(sums.creditTiyin + sums.debitTiyin).toBe(COUNTED_ROWS_MAX * 300);
  });

  test('debts', async () => {
    const debts = (most: number) => createDebtsRepository(database.db).sum({ state: 'unpaid' }, most);
    expect(await debts(MORE)).toEqual({ total: ROWS, sums: { amountTiyin: ROWS * 7 } });
    const counted = { total: COUNTED_ROWS_MAX, sums: { amountTiyin: COUNTED_ROWS_MAX * 7 } };
    expect(await debts(COUNTED_ROWS_MAX)).toEqual(counted);
  });

  test('applications', async () => {
    const page = (most: number) =>
      createApplicationRowsRepository(database.db).page({ status: 'not-won' }, { limit: 1, offset: 0, most });
    expect((await page(COUNTED_ROWS_MAX)).total).toBe(COUNTED_ROWS_MAX);
    expect((await page(MORE)).total).toBe(ROWS);
  });

  test('tasks, of which those that are open and overdue are all counted', async () => {
    const tasks = createStaffTasks({ db: database.db, record: () => Promise.resolve() });
    const counted = async (state: 'open' | 'done' | 'all', most?: number) => {
      const { total, open, overdue } = await tasks.page({ state, page: 1, size: 1, ...(most && { most }) });
      return { total, open, overdue };
    };
    const open = { open: ROWS, overdue: 3 };
    for (const state of ['open', 'done', 'all'] as const)
      expect(await counted(state)).toEqual({ total: COUNTED_ROWS_MAX, ...open });
    expect(await counted('done', MORE)).toEqual({ total: ROWS, ...open });
    expect(await counted('all', MORE)).toEqual({ total: 2 * ROWS, ...open });
    const { items } = await tasks.page({ state: 'done', page: 2, size: 3 });
    expect(items.map(({ done }) => done?.note)).toEqual(['done', 'done', 'done']);
    expect(await tasks.page({ state: 'all', owner: 'mine', page: 1, size: 3 }, randomUUID())).toMatchObject({
      items: [],
      total: 0,
    });
  });
});

test('a process of the product runs its statements without helpers of PostgreSQL', async () => {
  const helpers = async (limits?: typeof PROCESS_LIMITS) => {
    const { pool, close } = createDatabase({ url: database.url, ...(limits && { limits }) });
    const { rows } = await pool.query<{ max: string }>(
      `select current_setting('max_parallel_workers_per_gather') as max`,
    );
    await close();
    return Number(rows[0]!.max);
  };
  expect(await helpers(PROCESS_LIMITS)).toBe(0);
  expect(await helpers()).toBeGreaterThan(0);
});
