import pg from 'pg';

/**
 * Tables that grow for ever, in one partition per calendar month (UTC) of the schema `monthly`, with the time that puts a
 * row into its month. Rows of a month that has no partition go into `<table>_default`, so that nothing is refused.
 */
export const MONTHLY_TABLES = {
  auction_attempt: 'received_at',
  auction_attempt_count: 'minute_at',
  person_action: 'at',
} as const;
export type MonthlyTable = keyof typeof MONTHLY_TABLES;

/** Besides the present month. */
const MONTHS_AHEAD = 3;

export type Queries = Pick<pg.ClientBase, 'query'>;

export interface Partition {
  /** In the schema `monthly`. */
  name: string;
  /** First instant that is not in it. */
  until: Date;
}

export const named = (partition: string): string => `monthly.${pg.escapeIdentifier(partition)}`;

/** The partitions of a table but for the default one, oldest first. */
export async function partitionsOf(queries: Queries, table: MonthlyTable): Promise<Partition[]> {
  const { rows } = await queries.query<{ name: string; until: Date }>(
    `select c.relname::text as name, (regexp_match(pg_get_expr(c.relpartbound, c.oid), $2))[1]::timestamptz as until
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
     order by until`,
    [`public.${table}`, String.raw`TO \('([^']+)'\)`],
  );
  return rows;
}

const startOfMonth = (at: Date, later = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));

/** `auction_attempt_2026_11` */
const nameOf = (table: MonthlyTable, from: Date): string =>
  `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;

async function inOwnTransaction(owner: Queries, work: () => Promise<void>): Promise<void> {
  await owner.query('begin');
  try {
    // Whoever waits for the table waits behind this: it gives up soon, and the next run goes on.
    await owner.query(`set local lock_timeout = '5s'`);
    await work();
    await owner.query('commit');
  } catch (error) {
    // Not retried here: whoever started this sees why.
    await owner.query('rollback');
    throw error;
  }
}

/** Rows of the month that came before it had a partition move there. */
async function addPartition(owner: Queries, table: MonthlyTable, from: Date): Promise<void> {
  const partition = named(nameOf(table, from));
  const [start, end] = [from, startOfMonth(from, 1)].map((at) => pg.escapeLiteral(at.toISOString()));
  const time = MONTHLY_TABLES[table];
  await inOwnTransaction(owner, async () => {
    await owner.query(`
      lock table public.${table} in exclusive mode;
      create table ${partition} (like public.${table} including defaults including constraints);
      with moved as (
        delete from ${named(`${table}_default`)} where ${time} >= ${start} and ${time} < ${end} returning *
      )
      insert into ${partition} select * from moved;
      alter table public.${table} attach partition ${partition} for values from (${start}) to (${end})`);
  });
}

/**
 * Makes the partitions of this month and of the next three that are missing. Safe to repeat.
 * @param owner a connection of the tables' owner
 * @returns the names of those that were made
 */
export async function preparePartitions(owner: Queries, now = new Date()): Promise<string[]> {
  const made: string[] = [];
  for (const table of Object.keys(MONTHLY_TABLES) as MonthlyTable[]) {
    const last = (await partitionsOf(owner, table)).at(-1);
    if (!last) throw new Error(`${table} has no partition of its own`);
    const end = startOfMonth(now, MONTHS_AHEAD + 1);
    for (let from = last.until; from < end; from = startOfMonth(from, 1)) {
      await addPartition(owner, table, from);
      made.push(nameOf(table, from));
    }
  }
  return made;
}

/** Tables whose next month has no partition yet; any role may ask. */
export async function tablesWithoutNextMonth(queries: Queries, now = new Date()): Promise<MonthlyTable[]> {
  const missing: MonthlyTable[] = [];
  for (const table of Object.keys(MONTHLY_TABLES) as MonthlyTable[]) {
    const last = (await partitionsOf(queries, table)).at(-1);
    if (!last || last.until < startOfMonth(now, 2)) missing.push(table);
  }
  return missing;
}
