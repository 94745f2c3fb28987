import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  migrateToLatest,
  preparePartitions,
  tablesWithoutPartitions,
} from '#server/platform/database/index.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { migrateBefore } from '../../fixtures/older-schema.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

const TABLES = ['auction_entry', 'auction_receipt'];
const LOTS = 100_000;

let database: TestDatabase;
let owner: pg.PoolClient;

beforeAll(async () => {
  database = await testDatabase();
  owner = await database.pool.connect();
});
afterAll(async () => {
  owner.release();
  await database.close();
});

const addEntry = (lotId: number, seq = 1): Promise<unknown> =>
  owner.query(
    `insert into auction_entry (lot_id, seq, epoch, log_id, prev_log_id, hash, entry, secret_maximum_tiyin, secret_salt)
     values ($1, $2, 1, '1-1', '0-0', 'h', $3, 7, 's')`,
    [lotId, seq, { kind: 'autoSet', person: `p${lotId}`, bidId: `b${seq}`, by: 'offer' }],
  );
const placesOf = async (lotId: number): Promise<unknown[]> =>
  (
    await owner.query(
      `select tableoid::regclass::text as place, person, own_bid_id, secret_maximum_tiyin from auction_entry
       where lot_id = $1 order by seq`,
      [lotId],
    )
  ).rows;
const moveNumbers = (latest: number): Promise<unknown> =>
  owner.query(`select setval('lot_id_seq', $1)`, [latest]);
const latestNumber = async (): Promise<number> =>
  (await owner.query<{ last: number }>('select last_value::float8 as last from lot_id_seq')).rows[0]!.last;

test('a log is in the partition of its lot, and the lots to come have one', async () => {
  expect(await tablesWithoutPartitions(owner)).toEqual([]);
  const latest = await latestNumber();
  await addEntry(1);
  await addEntry(latest + LOTS);
  expect(await placesOf(1)).toMatchObject([{ place: 'by_lot.auction_entry_first' }]);
  const next = Math.ceil(latest / LOTS) * LOTS;
  expect(await placesOf(latest + LOTS)).toMatchObject([{ place: `by_lot.auction_entry_${next}` }]);
  await expect(addEntry(latest + LOTS)).rejects.toThrow(/duplicate key/);
  for (const change of [
    "update auction_entry set hash = ''",
    'delete from auction_entry',
    'delete from auction_receipt',
  ])
    await expect(owner.query(change)).rejects.toThrow(/never changed|append-only/);
  await expect(owner.query('truncate auction_receipt')).rejects.toThrow(/append-only/);
});

test('the role of the processes reaches logs through their table alone', async () => {
  await expect(database.db.selectFrom('by_lot.auction_entry_first').selectAll().execute()).rejects.toThrow(
    /permission denied/,
  );
});

test('entries of a lot without a partition are taken, warned of, and move whole once it is there', async () => {
  const lot = (await latestNumber()) + 3 * LOTS;
  await addEntry(lot);
  await addEntry(lot, 2);
  const shown = { person: `p${lot}`, secret_maximum_tiyin: 7, place: 'by_lot.auction_entry_default' };
  expect(await placesOf(lot)).toEqual([
    { ...shown, own_bid_id: 'b1' },
    { ...shown, own_bid_id: 'b2' },
  ]);
  await moveNumbers(lot);
  const made = await preparePartitions(owner);
  const moved = `auction_entry_${Math.floor(lot / LOTS) * LOTS}`;
  expect(made).toEqual(expect.arrayContaining([moved, moved.replace('entry', 'receipt')]));
  expect(made).toHaveLength(3 * TABLES.length);
  expect(await placesOf(lot)).toEqual([
    { ...shown, place: `by_lot.${moved}`, own_bid_id: 'b1' },
    { ...shown, place: `by_lot.${moved}`, own_bid_id: 'b2' },
  ]);
  expect(await preparePartitions(owner)).toEqual([]);
});

test('bids are committed while a partition waits for somebody who reads all logs', async () => {
  await moveNumbers((await latestNumber()) + LOTS);
  const reader = await database.pool.connect();
  try {
    await reader.query('begin');
    await reader.query('select count(*) from auction_entry');
    const preparing = preparePartitions(owner);
    await waitsForLock(database);
    const { rowCount } = await database.pool.query(
      `insert into auction_entry (lot_id, seq, epoch, log_id, prev_log_id, hash, entry) values (2, 1, 1, '1-1', '', 'h', '{"kind": "price"}')`,
    );
    expect(rowCount).toBe(1);
    await reader.query('commit');
    expect(await preparing).toHaveLength(TABLES.length);
  } finally {
    await reader.query('rollback');
    reader.release();
  }
});

test('it is said early that partitions are used up', async () => {
  const { rows } = await owner.query<{ last: number }>(
    `select max(substring(relname from '\\d+$')::float8) as last from pg_class where relname ~ '^auction_entry_\\d+$'`,
  );
  const until = rows[0]!.last + LOTS;
  await moveNumbers(until - 20_002);
  expect(await publishTestLot(database)).toBe(until - 20_001);
  expect(await tablesWithoutPartitions(owner)).toEqual([]);
  await publishTestLot(database);
  expect(await tablesWithoutPartitions(owner)).toEqual(TABLES);
  await preparePartitions(owner);
  expect(await tablesWithoutPartitions(owner)).toEqual([]);
});

test('one lot is looked for in one partition alone', async () => {
  const { rows } = await owner.query<Record<'QUERY PLAN', string>>(
    'explain select entry from auction_entry where lot_id = 1 and seq > 0 order by seq',
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('on auction_entry_first');
  expect(plan).not.toContain('auction_entry_default');
});

test('logs written before become the first partition, with their indexes', async () => {
  const older = await testDatabase('empty');
  try {
    await migrateBefore(older, '0495');
    await older.pool.query(
      `insert into auction_entry (lot_id, seq, epoch, log_id, prev_log_id, hash, entry)
       select 5000001 + n % 7, n, 1, n || '-0', '', 'h' || n, jsonb_build_object('kind', 'price', 'person', n, 'by', 'offer', 'bidId', n)
       from generate_series(1, 2000) n`,
    );
    const all = `select md5(string_agg(e::text, '|' order by lot_id, seq)) as digest from auction_entry e`;
    const { rows: before } = await older.pool.query(all);
    await migrateToLatest(older);
    expect((await older.pool.query(all)).rows).toEqual(before);
    const { rows: indexes } = await older.pool.query(
      `select i.relname as index, count(p.inhrelid)::int as partitions, bool_and(x.indisvalid) as valid
       from pg_index x join pg_class i on i.oid = x.indexrelid left join pg_inherits p on p.inhparent = i.oid
       where x.indrelid = 'auction_entry'::regclass group by 1 order by 1`,
    );
    const whole = { partitions: 2, valid: true };
    expect(indexes).toEqual(
      ['auto_bid', 'own_auto_bid', 'own_bid', 'pkey', 'room_event'].map((name) => ({
        index: `auction_entry_${name}`,
        ...whole,
      })),
    );
    const { rows: ownIndexes } = await older.pool.query(
      `select count(*)::int as count from pg_index where indrelid = 'by_lot.auction_entry_first'::regclass`,
    );
    expect(ownIndexes).toEqual([{ count: indexes.length }]);
  } finally {
    await older.close();
  }
});
