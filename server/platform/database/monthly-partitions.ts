import pg from 'pg';
import { addPartition, boundsOf, type Queries } from './add-partition.ts';

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

const SCHEMA = 'monthly';
/** Besides the present month. */
const MONTHS_AHEAD = 3;

export interface Partition {
  /** In the schema `monthly`. */
  name: string;
  /** First instant that is not in it. */
  until: Date;
}

export const named = (partition: string): string => `${SCHEMA}.${pg.escapeIdentifier(partition)}`;

/** The partitions of a table but for the default one, oldest first. */
export async function partitionsOf(queries: Queries, table: MonthlyTable): Promise<Partition[]> {
  const bounds = await boundsOf(queries, table);
  return bounds
    .map(({ name, until }) => ({ name, until: new Date(until) }))
    .toSorted((a, b) => a.until.getTime() - b.until.getTime());
}

const startOfMonth = (at: Date, later = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));

/** `auction_attempt_2026_11` */
const nameOf = (table: MonthlyTable, from: Date): string =>
  `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;

/**
 * Makes the partitions of this month and of the next three that are missing. Safe to repeat.
 * @param owner a connection of the tables' owner
 * @returns the names of those that were made
 */
export async function prepareMonths(owner: Queries, now = new Date()): Promise<string[]> {
  const made: string[] = [];
  for (const table of Object.keys(MONTHLY_TABLES) as MonthlyTable[]) {
    const last = (await partitionsOf(owner, table)).at(-1);
    if (!last) throw new Error(`${table} has no partition of its own`);
    const end = startOfMonth(now, MONTHS_AHEAD + 1);
    for (let from = last.until; from < end; from = startOfMonth(from, 1)) {
      const name = nameOf(table, from);
      await addPartition(owner, {
        table,
        schema: SCHEMA,
        name,
        column: MONTHLY_TABLES[table],
        from: from.toISOString(),
        until: startOfMonth(from, 1).toISOString(),
      });
      made.push(name);
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
