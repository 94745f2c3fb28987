import { access, constants, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { syncPath } from '../files/index.ts';
import type { Queries } from './add-partition.ts';
import { MONTHLY_TABLES, named, partitionsOf, type MonthlyTable } from './monthly-partitions.ts';
import { archivePartition, writeWhole } from './partition-archive.ts';

/** How many whole months of a table stay; null: all of them. */
export type Retention = Readonly<Record<MonthlyTable, number | null>>;

export interface RetireOptions {
  retention: Retention;
  /** A folder for their files; null: they are dropped without one. */
  archive: string | null;
  now?: Date;
}

export interface Retired {
  partition: string;
  rows: number;
  /** Path of its file. */
  file: string | null;
}

/** Held for a whole run: two of them would write into the same files. */
const LOCK = 7_238_461_002;

/** The partitions that end before the months that stay, oldest first. */
export async function expiredPartitions(
  queries: Queries,
  retention: Retention,
  now = new Date(),
): Promise<{ table: MonthlyTable; name: string }[]> {
  const expired: { table: MonthlyTable; name: string }[] = [];
  for (const table of Object.keys(MONTHLY_TABLES) as MonthlyTable[]) {
    const months = retention[table];
    if (months === null) continue;
    const before = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1);
    for (const { name, until } of await partitionsOf(queries, table))
      if (until.getTime() <= before) expired.push({ table, name });
  }
  return expired;
}

/** Partitions that were taken off their table by a run that did not end. */
export async function detachedBefore(owner: Queries): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'monthly'::regnamespace and relkind = 'r' and not relispartition order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Refuses a folder that cannot be written to while everything is still in its table. */
async function prepareFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  await access(folder, constants.W_OK | constants.X_OK);
  if (!made) return;
  // From the folder itself up to the one that was there before.
  const before = path.dirname(path.resolve(made));
  for (let place = path.resolve(folder); place !== before; place = path.dirname(place)) await syncPath(place);
  await syncPath(before);
}

/** Beside the files: whose they are. */
const OWNER_FILE = 'INSTALLATION';

/** Files are named by table and month alone: those of another installation would be written over. @throws for its folder */
async function claimFolder(owner: Queries, folder: string): Promise<void> {
  const { rows } = await owner.query<{ id: string }>('select id from installation');
  const { id } = rows[0]!;
  const file = path.join(folder, OWNER_FILE);
  try {
    await writeWhole(file, `${id}\n`, 'wx');
    await syncPath(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Not retried: somebody has claimed it before.
    const claimed = (await readFile(file, 'utf8')).trim();
    if (claimed === id) return;
    throw new Error(
      `${folder} holds the archive of another installation (${claimed || 'unnamed'}), and this one is ${id}: name a folder of its own. Nothing was taken out.`,
      { cause: error },
    );
  }
}

/**
 * Takes partitions whose months are over off their tables, writes each into a file where a folder is given, and drops it. A
 * run that ends early is completed by the next one: a partition is dropped only once its file is whole.
 * @param owner a connection of the tables' owner
 * @throws while another run goes on, and for the folder of another installation
 */
export async function retirePartitions(owner: Queries, options: RetireOptions): Promise<Retired[]> {
  const { rows } = await owner.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [LOCK]);
  if (!rows[0]?.alone) throw new Error('another run is taking partitions out: repeat when it has ended');
  try {
    return await retireAll(owner, options);
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}

async function retireAll(owner: Queries, options: RetireOptions): Promise<Retired[]> {
  if (options.archive) {
    await prepareFolder(options.archive);
    await claimFolder(owner, options.archive);
  }
  const left = await detachedBefore(owner);
  const expired = await expiredPartitions(owner, options.retention, options.now);
  // Others wait for the table behind this: it gives up soon, and the next run goes on.
  await owner.query(`set lock_timeout = '5s'`);
  for (const { table, name } of expired)
    await owner.query(`alter table public.${table} detach partition ${named(name)}`);
  const retired: Retired[] = [];
  for (const partition of [...left, ...expired.map(({ name }) => name)]) {
    const archived = options.archive
      ? await archivePartition(owner, partition, options.archive)
      : { rows: await countRows(owner, partition), file: null };
    await owner.query(`drop table ${named(partition)}`);
    retired.push({ partition, ...archived });
  }
  return retired;
}

async function countRows(owner: Queries, partition: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from ${named(partition)}`,
  );
  return rows[0]?.count ?? 0;
}
