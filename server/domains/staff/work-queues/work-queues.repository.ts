import { sql, type RawBuilder } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { WorkQueue } from '#server/platform/modules/index.ts';
import type { WaitingWork } from '#shared/api/console/today.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';

interface Row {
  page: string;
  count: number;
  oldest_at: Date | null;
  overdue: number | null;
}

export type ReadWorkQueues = ReturnType<typeof createReadWorkQueues>;

/** What the queues hold that somebody with these roles may read, in one statement; empty queues are among them. */
export const createReadWorkQueues =
  (db: AnyDb, queues: readonly WorkQueue[]) =>
  async (roles: readonly string[]): Promise<WaitingWork[]> => {
    const own = queues.filter(({ right }) => hasRight(roles, right));
    if (own.length === 0) return [];
    const { rows } = await sql<Row>`${sql.join(own.map(selectOf), sql` union all `)}`.execute(db);
    return rows.map((row) => ({
      page: row.page,
      count: row.count,
      oldestAtMs: row.oldest_at?.getTime() ?? null,
      overdue: row.overdue,
    }));
  };

const selectOf = ({ page, table, waits, since, due }: WorkQueue): RawBuilder<unknown> => sql`
  select ${page}::text as page, count(*)::int as count, min(${sql.ref(since)})::timestamptz as oldest_at,
    ${due ? sql`(count(*) filter (where ${sql.ref(due)} <= now()))::int` : sql`null::int`} as overdue
  from ${sql.table(table)}
  where ${
    'empty' in waits
      ? sql`${sql.ref(waits.empty)} is null`
      : sql`${sql.ref(waits.column)} in (${sql.join(waits.values.map((value) => sql.lit(value)))})`
  }`;
