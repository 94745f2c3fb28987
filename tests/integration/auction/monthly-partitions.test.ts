import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import {
  expiredPartitions,
  preparePartitions,
  readArchive,
  retirePartitions,
  tablesWithoutPartitions,
} from '#server/platform/database/index.ts';
import { runProgram, startProgram } from '../../fixtures/program.ts';
import { eventually, testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

const NEVER = { auction_attempt: null, auction_attempt_count: null, person_action: null };
const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-archive-'));
const now = new Date();
const monthsOn = (months: number, day = 15): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day));
const nameOf = (table: string, months: number): string =>
  `${table}_${monthsOn(months).toISOString().slice(0, 7).replace('-', '_')}`;

let database: TestDatabase;
let owner: pg.PoolClient;

beforeAll(async () => {
  database = await testDatabase();
  owner = await database.pool.connect();
});
afterAll(async () => {
  owner.release();
  await database.close();
  rmSync(folder, { recursive: true });
});

const attempt = (receivedAt: Date, person = randomUUID()): Promise<unknown> =>
  owner.query(
    `insert into auction_attempt (lot_id, person, bid_id, command, verdict, received_at)
     values (1, $1, $1, 'place', 'refused', $2)`,
    [person, receivedAt],
  );
const partitionOf = async (table: string, where: string): Promise<string[]> =>
  (
    await owner.query<{ name: string }>(
      `select distinct tableoid::regclass::text as name from ${table} where ${where}`,
    )
  ).rows.map(({ name }) => name);

async function peopleIn(file: string): Promise<unknown[]> {
  const people: unknown[] = [];
  for await (const rows of readArchive(file)) people.push(...rows.map(({ person }) => person));
  return people.toSorted();
}

test('months to come have partitions, and the log of actions goes on counting in them', async () => {
  expect(await tablesWithoutPartitions(owner)).toEqual([]);
  const personId = randomUUID();
  const log = createActionLog(database.db);
  const entry = { type: 'test', action: 'one', result: 'done' } as const;
  await log.record({ ...entry, personId });
  await owner.query(
    `insert into person_action (person_id, type, action, result, at) values ($1, 'test', 'later', 'done', $2)`,
    [personId, monthsOn(2)],
  );
  await log.record({ ...entry, personId, action: 'two' });
  const logged = await log.ofPerson(personId, {}, { limit: 10, offset: 0 });
  expect(logged.map(({ action }) => action)).toEqual(['two', 'later', 'one']);
  expect(await partitionOf('person_action', `person_id = '${personId}'`)).toEqual(
    expect.arrayContaining(['monthly.person_action_first', `monthly.${nameOf('person_action', 2)}`]),
  );
  for (const change of ["update person_action set result = 'refused'", 'delete from auction_attempt'])
    await expect(owner.query(change)).rejects.toThrow(/never changed|append-only/);
});

test('the role of the processes reaches partitions through their table alone', async () => {
  await expect(database.db.selectFrom('monthly.person_action_first').selectAll().execute()).rejects.toThrow(
    /permission denied/,
  );
});

test('rows of a month without a partition are taken, warned of, and move once it is there', async () => {
  const person = randomUUID();
  await attempt(monthsOn(7), person);
  expect(await partitionOf('auction_attempt', `person = '${person}'`)).toEqual([
    'monthly.auction_attempt_default',
  ]);
  expect(await tablesWithoutPartitions(owner, monthsOn(5))).toEqual(Object.keys(NEVER));
  const made = await preparePartitions(owner, monthsOn(5));
  expect(made).toContain(nameOf('auction_attempt', 7));
  expect(await partitionOf('auction_attempt', `person = '${person}'`)).toEqual([
    `monthly.${nameOf('auction_attempt', 7)}`,
  ]);
  expect(await preparePartitions(owner, monthsOn(5))).toEqual([]);
  expect(await tablesWithoutPartitions(owner, monthsOn(5))).toEqual([]);
});

test('months that are over go into files, whole, and the others stay', async () => {
  const gone = [randomUUID(), randomUUID()];
  const stays = randomUUID();
  await attempt(monthsOn(1, 1), gone[0]);
  await attempt(monthsOn(1, 27), gone[1]);
  await attempt(monthsOn(2), stays);
  const retention = { ...NEVER, auction_attempt: 36 };
  expect(await expiredPartitions(owner, NEVER, monthsOn(500))).toEqual([]);
  const wanted = ['auction_attempt_first', nameOf('auction_attempt', 1)];
  const at = monthsOn(38);
  expect((await expiredPartitions(owner, retention, at)).map(({ name }) => name)).toEqual(wanted);
  // A run that was cut off has taken the first one off its table and no more.
  await owner.query('alter table auction_attempt detach partition monthly.auction_attempt_first');
  const retired = await retirePartitions(owner, { retention, archive: folder, now: at });
  expect(retired.map(({ partition }) => partition)).toEqual(wanted);
  const { file, rows } = retired[1]!;
  const packed = readFileSync(file!);
  expect(rows).toBe(2);
  expect(await peopleIn(file!)).toEqual(gone.toSorted());
  expect(readFileSync(`${file}.sha256`, 'utf8')).toBe(
    `${createHash('sha256').update(packed).digest('hex')}  ${path.basename(file!)}\n`,
  );
  const { rows: left } = await owner.query('select person from auction_attempt where person = any ($1)', [
    [...gone, stays],
  ]);
  expect(left).toEqual([{ person: stays }]);
  expect(await retirePartitions(owner, { retention, archive: folder, now: at })).toEqual([]);
});

test('a second run at the same time is refused, and the first one is whole', async () => {
  await attempt(monthsOn(2));
  const options = { retention: { ...NEVER, auction_attempt: 36 }, archive: folder, now: monthsOn(39) };
  const [reader, second] = [await database.pool.connect(), await database.pool.connect()];
  try {
    await reader.query('begin');
    await reader.query('select count(*) from auction_attempt');
    const first = retirePartitions(owner, options);
    await waitsForLock(database);
    await expect(retirePartitions(second, options)).rejects.toThrow('another run is taking partitions out');
    await reader.query('commit');
    expect(await first).toMatchObject([{ partition: nameOf('auction_attempt', 2) }]);
    expect(await retirePartitions(second, options)).toEqual([]);
  } finally {
    await reader.query('rollback');
    for (const connection of [reader, second]) connection.release();
  }
});

test('a partition stays where its file cannot be written', async () => {
  await attempt(monthsOn(3));
  const retention = { ...NEVER, auction_attempt: 36 };
  const at = monthsOn(40);
  const occupied = path.join(folder, 'occupied');
  await expect(
    retirePartitions(owner, { retention, archive: `${import.meta.filename}/occupied`, now: at }),
  ).rejects.toThrow();
  const [retired] = await retirePartitions(owner, { retention, archive: occupied, now: at });
  expect(retired).toMatchObject({ partition: nameOf('auction_attempt', 3) });
  expect(retired!.rows).toBeGreaterThan(0);
});

test('two installations never write into one folder: the second one is refused, and keeps its rows', async () => {
  const shared = path.join(folder, 'shared');
  const foreign = await testDatabase();
  const other = await foreign.pool.connect();
  try {
    await foreign.pool.query('update installation set id = gen_random_uuid()');
    const retention = { ...NEVER, auction_attempt: 36 };
    await retirePartitions(owner, { retention, archive: shared, now: monthsOn(40) });
    const [before, at] = [readdirSync(shared), monthsOn(40)];
    const expired = await expiredPartitions(other, retention, at);
    expect(expired.length).toBeGreaterThan(0);
    await expect(retirePartitions(other, { retention, archive: shared, now: at })).rejects.toThrow(
      'holds the archive of another installation',
    );
    expect(await expiredPartitions(other, retention, at)).toEqual(expired);
    expect(readdirSync(shared)).toEqual(before);
    // The one whose folder it is goes on.
    expect(await retirePartitions(owner, { retention, archive: shared, now: at })).toEqual([]);
  } finally {
    other.release();
    await foreign.close();
  }
});

test('nothing leaves its table where the folder is none', async () => {
  await attempt(monthsOn(3));
  const retention = { ...NEVER, auction_attempt: 36 };
  const made = nameOf('auction_attempt', 4);
  await expect(
    retirePartitions(owner, { retention, archive: import.meta.filename, now: monthsOn(41) }),
  ).rejects.toThrow();
  expect((await expiredPartitions(owner, retention, monthsOn(41))).map(({ name }) => name)).toEqual([made]);
});

test.each([
  ['while its file is written', 'access exclusive', 5, false],
  ['between its file and its removal', 'access share', 6, true],
])('a run that is killed %s is completed by the next, whole and once', async (_, mode, month, whole) => {
  const partition = nameOf('auction_attempt', month);
  const people = [randomUUID(), randomUUID()];
  await preparePartitions(owner, monthsOn(3));
  for (const person of people) await attempt(monthsOn(month), person);
  await owner.query(`alter table auction_attempt detach partition monthly.${partition}`);
  const archive = path.join(folder, mode.replace(' ', '-'));
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    SAVDO_TEST: '1',
  };
  const command = (...args: string[]) => ({ env, args: ['database', 'partitions', ...args] });
  const program = 'server/processes/cli.ts';
  expect(runProgram(program, command()).stdout).toContain(`${partition} was taken off its table by a run`);
  await owner.query(`begin; lock table monthly.${partition} in ${mode} mode`);
  const run = startProgram(program, command('--archive', archive));
  try {
    await waitsForLock(database);
    run.kill('SIGKILL');
    await once(run, 'exit');
    // What it has asked of the server ends with it, as when the machine of the command dies.
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'savdo-partitions'`,
    );
  } finally {
    await owner.query('rollback');
  }
  const file = path.join(archive, `${partition}.parquet`);
  expect(existsSync(file)).toBe(whole);
  // A row of that month that comes late has a place of its own, and is in no file twice.
  const late = randomUUID();
  await attempt(monthsOn(month), late);
  await eventually(async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name = 'savdo-partitions'`,
    );
    return rows.length === 0;
  }, 'the killed run to leave the server');
  const next = runProgram(program, command('--archive', archive));
  expect([next.status, next.stdout]).toEqual([0, `${partition}: 2 rows in ${file}\n`]);
  expect(await peopleIn(file)).toEqual(people.toSorted());
  expect(readdirSync(archive).sort()).toEqual([
    'INSTALLATION',
    `${partition}.parquet`,
    `${partition}.parquet.sha256`,
  ]);
  expect(await partitionOf('auction_attempt', `person = '${late}'`)).toEqual([
    'monthly.auction_attempt_default',
  ]);
});

test('a file has the columns of its table, to the microsecond, over several groups of rows', async () => {
  const count = 20_005;
  await owner.query(
    `insert into auction_attempt (lot_id, person, bid_id, command, amount_tiyin, verdict, reason, received_at)
     select 9007199254740991 - n, 'row ' || n, 'b', 'place', case when n % 2 = 0 then n end, 'refused', 'o‘zbekcha',
       $1::timestamptz + n * interval '1 microsecond'
     from generate_series(1, $2::int) n`,
    [monthsOn(7), count],
  );
  const partition = nameOf('auction_attempt', 7);
  const stored = await owner.query<Record<string, unknown>>(
    `select id::text, lot_id::text, person, amount_tiyin::text, reason, repeated, seq,
       (extract(epoch from received_at) * 1000000)::bigint::text as received_at
     from auction_attempt where bid_id = 'b' order by auction_attempt.id`,
  );
  const retention = { ...NEVER, auction_attempt: 36 };
  const columns = path.join(folder, 'columns');
  const retired = await retirePartitions(owner, { retention, archive: columns, now: monthsOn(44) });
  expect(retired.at(-1)).toMatchObject({ partition });
  const read: Record<string, unknown>[] = [];
  for await (const rows of readArchive(retired.at(-1)!.file!))
    read.push(...rows.filter((row) => row.bid_id === 'b'));
  const asText = (value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  const names = Object.keys(stored.rows[0]!);
  expect(read).toHaveLength(count);
  expect(read.map((row) => Object.fromEntries(names.map((name) => [name, asText(row[name])])))).toEqual(
    stored.rows,
  );
});
