import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  inTransaction,
  purgeOutbox,
  runOnce,
  startOutboxRelay,
  writeOutbox,
  type OutboxRow,
} from '#server/platform/database/index.ts';
import type { OutboxRelay } from '#server/platform/database/outbox-relay.ts';
import { eventually, testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
const relays: OutboxRelay[] = [];

beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.stop();
  await database.pool.query('delete from outbox');
});
afterAll(() => database.close());

function relay(deliver: (row: OutboxRow) => Promise<void>): OutboxRelay {
  const started = startOutboxRelay({
    db: database.db,
    pool: database.pool,
    deliver,
    onError: () => undefined,
  });
  relays.push(started);
  return started;
}

const counts = async () => {
  const { rows } = await database.pool.query<{ waiting: number; sent: number }>(
    `select count(*) filter (where sent_at is null)::int as waiting, count(sent_at)::int as sent from outbox`,
  );
  return rows[0];
};

describe('the outbox', () => {
  test('keeps an announcement only together with the transaction that made it true', async () => {
    await expect(
      inTransaction(database.db, async (tx) => {
        await writeOutbox(tx, { topic: 'test.happened', payload: {} });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await counts()).toEqual({ waiting: 0, sent: 0 });
  });

  test('delivers a row that commits after a later one was already sent', async () => {
    const seen: unknown[] = [];
    relay(async (row) => void seen.push(row.payload.name));
    const early = await database.pool.connect();
    await early.query('begin');
    await early.query(`insert into outbox (topic, payload) values ('t', '{"name":"early"}')`);
    await writeOutbox(database.db, { topic: 't', payload: { name: 'late' } });
    await eventually(() => seen.includes('late'), 'the later row');
    expect(seen).toEqual(['late']);
    await early.query('commit');
    early.release();
    await eventually(() => seen.includes('early'), 'the earlier row');
    await eventually(async () => (await counts())?.sent === 2, 'both marks');
  });

  test('delivers each row once when several relays run side by side', async () => {
    const seen: number[] = [];
    for (let i = 0; i < 3; i += 1) relay(async (row) => void seen.push(row.id));
    for (let i = 0; i < 60; i += 1) await writeOutbox(database.db, { topic: 't', payload: { i } });
    await eventually(async () => (await counts())?.sent === 60, 'sixty marks');
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });

  test('tries a failed row again later and keeps what went wrong, without holding up the others', async () => {
    const seen: unknown[] = [];
    let failures = 1;
    relay(async (row) => {
      if (row.payload.name === 'bad' && failures-- > 0) throw new Error('no one listens');
      seen.push(row.payload.name);
    });
    await writeOutbox(database.db, { topic: 't', payload: { name: 'bad' } });
    await writeOutbox(database.db, { topic: 't', payload: { name: 'good' } });
    await eventually(() => seen.includes('bad'), 'the second attempt');
    expect(seen).toEqual(['good', 'bad']);
    const { rows } = await database.pool.query(`select attempts, last_error from outbox where attempts > 0`);
    expect(rows).toEqual([{ attempts: 1, last_error: 'Error: no one listens' }]);
  });

  test('delivers a delayed row only when its time has come', async () => {
    const seen: unknown[] = [];
    const running = relay(async (row) => void seen.push(row.payload.name));
    await writeOutbox(database.db, {
      topic: 't',
      payload: { name: 'later' },
      availableAt: new Date(Date.now() + 3_600_000),
    });
    await running.drain();
    expect(seen).toEqual([]);
    await database.pool.query(`update outbox set available_at = now()`);
    await eventually(() => seen.includes('later'), 'the row that became due');
  });

  test('keeps one row per topic and key', async () => {
    for (let i = 0; i < 3; i += 1)
      await writeOutbox(database.db, { topic: 't', key: 'lot-1', payload: { i } });
    expect((await counts())?.waiting).toBe(1);
  });

  test('forgets what was delivered long ago and never what was not', async () => {
    for (const name of ['old', 'new', 'waiting'])
      await writeOutbox(database.db, { topic: 't', key: name, payload: {} });
    await database.pool.query(
      `update outbox set sent_at = case key when 'old' then now() - interval '91 days' when 'new' then now() end`,
    );
    expect(await purgeOutbox(database.db, 90)).toBe(1);
    const { rows } = await database.pool.query<{ key: string }>('select key from outbox order by key');
    expect(rows.map((row) => row.key)).toEqual(['new', 'waiting']);
  });

  test('handles an event once per handler, and again when the handling failed', async () => {
    let done = 0;
    const work = async () => void (done += 1);
    await expect(
      runOnce(database.db, 7, 'conclude', async () => {
        throw new Error('half way');
      }),
    ).rejects.toThrow('half way');
    expect(await runOnce(database.db, 7, 'conclude', work)).toBe(true);
    expect(await runOnce(database.db, 7, 'conclude', work)).toBe(false);
    expect(await runOnce(database.db, 7, 'notify', work)).toBe(true);
    expect(done).toBe(2);
  });
});
