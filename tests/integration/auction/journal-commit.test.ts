import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBatch, EMPTY_BATCH } from '#server/auction/journal/commit-batch.ts';
import {
  JournalConnection,
  JournalConnectionLost,
  RefusedByDatabase,
  StaleWriter,
} from '#server/auction/journal/journal-connection.repository.ts';
import { foldCommitted } from '#server/auction/journal/fold-committed.ts';
import { LoadSource } from '#server/auction/journal/load-source.repository.ts';
import { BrokenLog } from '#server/auction/journal/lot-head.ts';
import { classifyRecords } from '#server/auction/journal/classify-records.ts';
import { freshMemory, type JournalContext } from '#server/auction/journal/journal-memory.ts';
import { LotLoader } from '#server/auction/journal/lot-loader.ts';
import { forgetEndedJournals, lockFree } from '#server/auction/journal/partition-shares.repository.ts';
import { createAuctionLogRepository, type LotRow } from '#server/auction/state/auction-log.repository.ts';
import { practiceTerms, progressFrom, ScriptedRoom } from '../../fixtures/scripted-room.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const SALT = 'ab'.repeat(16);

let database: TestDatabase;
let connection: JournalConnection;
let source: LoadSource;
let repository: ReturnType<typeof createAuctionLogRepository>;
let nextLot = 1;

beforeAll(async () => {
  database = await testDatabase();
  connection = await JournalConnection.open(database.url, 'test-journal');
  // A journal is never idle for long; this one writes only when a test has something for it.
  await connection.query('set idle_session_timeout = 0');
  source = await LoadSource.open(database.url, 'test-journal');
  repository = createAuctionLogRepository(database.db);
});
afterAll(async () => {
  await connection.close();
  await source.close();
  await database.close();
});

const rowOf = async (lotId: number): Promise<LotRow> => {
  const row = await repository.readLot(lotId);
  if (!row) throw new Error(`no lot ${lotId}`);
  return row;
};

/** A lot with three bidders, an auto-bid and some prices, none of it committed yet. */
async function openedRoom(): Promise<{ room: ScriptedRoom; lotId: number }> {
  const lotId = nextLot++;
  const terms = practiceTerms(lotId);
  expect(await repository.openLot(terms)).toBe('opened');
  const room = new ScriptedRoom(terms);
  room.admit('ann', 'bob', 'cyd');
  room.place('ann', 1_000, 'bid-of-ann-1');
  room.do({ kind: 'setAuto', person: 'bob', bidId: 'auto-of-bob-1', maximumTiyin: 5_000, salt: SALT });
  room.place('ann', 1_500, 'bid-of-ann-2');
  return { room, lotId };
}

describe('one commit of the journal', () => {
  it('takes a person who withdraws and is then banned off the applicants once', async () => {
    const { room, lotId } = await openedRoom();
    room.do({ kind: 'revoke', person: 'cyd', cause: 'withdrawn' });
    room.do({ kind: 'revoke', person: 'cyd', cause: 'ban' });
    await connection.commit(toBatch([progressFrom(await rowOf(lotId), room.take())]), true);
    expect((await rowOf(lotId)).applicants).toBe(2);
  });

  it('writes head, entries and announcements of a lot at once', async () => {
    const { room, lotId } = await openedRoom();
    const progress = progressFrom(await rowOf(lotId), room.take());
    const before = Date.now() * 1000;
    const nowUs = await connection.commit(toBatch([progress]), true);
    expect(nowUs).toBeGreaterThan(before - 1_000_000);

    const row = await rowOf(lotId);
    expect(row).toMatchObject({
      seq: room.state.seq,
      phase: 'running',
      started: true,
      priceTiyin: 1_600,
      count: 4,
      leader: 'bob',
      applicants: 3,
      headHash: progress.after.headHash,
    });
    const entries = await repository.readEntries(lotId, 0, 100);
    expect(entries.map(({ entry }) => entry.seq)).toEqual(Array.from({ length: row.seq }, (_, i) => i + 1));
    expect(entries.find(({ entry }) => entry.kind === 'autoSet')?.secret).toEqual({
      maximumTiyin: 5_000,
      salt: SALT,
    });
    const { rows } = await database.pool.query('select topic from outbox where payload::text like $1', [
      `%"lotId": ${lotId},%`,
    ]);
    expect(rows).toEqual([]);
  });

  it('writes nothing at all when one lot of the batch is elsewhere', async () => {
    const [one, two] = [await openedRoom(), await openedRoom()];
    const good = progressFrom(await rowOf(one.lotId), one.room.take());
    const stale = progressFrom({ ...(await rowOf(two.lotId)), epoch: 7 }, two.room.take());
    const refused = await connection.commit(toBatch([good, stale]), false).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StaleWriter);
    expect((refused as StaleWriter).lotIds).toEqual([two.lotId]);
    expect((await rowOf(one.lotId)).seq).toBe(0);
    expect(await repository.readEntries(one.lotId, 0, 10)).toEqual([]);
  });

  it('lets a second writer of the same entries change nothing', async () => {
    const { room, lotId } = await openedRoom();
    const batch = toBatch([progressFrom(await rowOf(lotId), room.take())]);
    await connection.commit(batch, false);
    await expect(connection.commit(batch, false)).rejects.toBeInstanceOf(StaleWriter);
    expect((await repository.readEntries(lotId, 0, 100)).length).toBe(room.state.seq);
  });

  it('refuses a bid id that the person has used in this lot before', async () => {
    const { room, lotId } = await openedRoom();
    await connection.commit(toBatch([progressFrom(await rowOf(lotId), room.take())]), false);
    room.state.accepted = {};
    room.place('ann', 2_500, 'bid-of-ann-1');
    const again = progressFrom(await rowOf(lotId), room.take());
    await expect(connection.commit(toBatch([again]), false)).rejects.toBeInstanceOf(RefusedByDatabase);
    expect((await rowOf(lotId)).priceTiyin).toBe(1_600);
  });

  it('announces the hammer once, with the entry that holds the outcome', async () => {
    const { room, lotId } = await openedRoom();
    room.nowUs = room.state.deadlineUs;
    room.do({ kind: 'close' });
    await connection.commit(toBatch([progressFrom(await rowOf(lotId), room.take())]), false);
    const { rows } = await database.pool.query(
      `select payload from outbox where topic = 'auction.hammer' and key = $1`,
      [String(lotId)],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].payload.entry).toMatchObject({
      kind: 'closed',
      outcome: 'sold',
      winner: 'bob',
      priceTiyin: 1_600,
    });
    expect(await rowOf(lotId)).toMatchObject({
      phase: 'closed',
      outcome: 'sold',
      winner: 'bob',
      dueUs: null,
    });
  });

  it('keeps a record of every pause from its beginning to its end', async () => {
    const { room, lotId } = await openedRoom();
    room.do({ kind: 'suspend', reason: 'fire drill' });
    room.nowUs += 5_000_000;
    room.do({ kind: 'resume' });
    await connection.commit(toBatch([progressFrom(await rowOf(lotId), room.take())]), false);
    const { rows } = await database.pool.query('select * from auction_interruption where lot_id = $1', [
      lotId,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ kind: 'suspended', cause: 'staff', reason: 'fire drill' });
    expect(Number(rows[0].ended_us) - Number(rows[0].began_us)).toBe(5_001_000);
  });

  it('answers an empty batch with PostgreSQL’s time', async () => {
    expect(await connection.commit(EMPTY_BATCH, true)).toBeGreaterThan(1_600_000_000_000_000);
  });
});

describe('what is committed', () => {
  it('is found again by person and bid id, with the maximum of an auto-bid', async () => {
    const { room, lotId } = await openedRoom();
    await connection.commit(toBatch([progressFrom(await rowOf(lotId), room.take())]), false);
    expect(await repository.findBid(lotId, 'ann', 'bid-of-ann-1')).toMatchObject({
      entry: { kind: 'price', amountTiyin: 1_000 },
    });
    expect(await repository.findBid(lotId, 'bob', 'auto-of-bob-1')).toMatchObject({
      entry: { kind: 'autoSet' },
      maximumTiyin: 5_000,
      matched: false,
    });
    // The auto-bid reacted to it, but the id is not bob's.
    expect(await repository.findBid(lotId, 'bob', 'bid-of-ann-2')).toBeNull();
  });

  it('knows an auto-bid of exactly the leader’s maximum as matched', async () => {
    const { room, lotId } = await openedRoom();
    const verdict = room.do({
      kind: 'setAuto',
      person: 'cyd',
      bidId: 'auto-of-cyd-1',
      maximumTiyin: 5_000,
      salt: SALT,
    });
    expect(verdict).toMatchObject({ verdict: 'refused', reason: 'matched' });
    await connection.commit(toBatch([progressFrom(await rowOf(lotId), room.take())]), false);
    expect(await repository.findBid(lotId, 'cyd', 'auto-of-cyd-1')).toMatchObject({ matched: true });

    // Judged again in a later epoch, the same id may be accepted: it is there twice, and the later one counts.
    room.do({ kind: 'setAuto', person: 'cyd', bidId: 'auto-of-cyd-1', maximumTiyin: 9_000, salt: SALT });
    await connection.commit(toBatch([progressFrom(await rowOf(lotId), room.take())]), false);
    expect(await repository.findBid(lotId, 'cyd', 'auto-of-cyd-1')).toMatchObject({
      matched: false,
      maximumTiyin: 9_000,
    });
  });

  it('folds back into the very state the room had', async () => {
    const { room, lotId } = await openedRoom();
    await connection.commit(toBatch([progressFrom(await rowOf(lotId), room.take())]), false);
    expect(await foldCommitted(source, await rowOf(lotId))).toEqual({
      state: { ...room.state, prevLogId: '' },
      fromSeq: 0,
    });
  });

  it('folds a long log without the ids that are added afterwards, in the same state', async () => {
    const { room, lotId } = await openedRoom();
    for (let i = 0; i < 1_200; i += 1)
      room.place(i % 2 ? 'ann' : 'bob', (room.state.priceTiyin ?? 0) + 10_000, `long-${i}`);
    await connection.commit(toBatch([progressFrom(await rowOf(lotId), room.take())]), false);
    const { accepted, ...state } = room.state;
    const newest = Object.entries(accepted).filter(([, { seq }]) => seq > 1_000);
    expect(newest.length).toBeGreaterThan(0);
    expect(newest.length).toBeLessThan(Object.keys(accepted).length);
    expect(await foldCommitted(source, await rowOf(lotId), null, { idsAfterSeq: 1_000 })).toEqual({
      state: { ...state, accepted: Object.fromEntries(newest), prevLogId: '' },
      fromSeq: 0,
    });
  });

  it('stops the lot instead of guessing when an entry is missing', async () => {
    const { room, lotId } = await openedRoom();
    await connection.commit(toBatch([progressFrom(await rowOf(lotId), room.take())]), false);
    await database.pool.query('alter table auction_entry disable trigger auction_entry_final');
    await database.pool.query('delete from auction_entry where lot_id = $1 and seq = 5', [lotId]);
    await database.pool.query('alter table auction_entry enable trigger auction_entry_final');
    const row = await rowOf(lotId);
    await expect(foldCommitted(source, row)).rejects.toBeInstanceOf(BrokenLog);
    await connection.markBroken(lotId, 'entry 5 is missing', 1_000_000);
    expect(await rowOf(lotId)).toMatchObject({ epoch: row.epoch + 1, brokenBecause: 'entry 5 is missing' });
    expect(await connection.takeForLoading([lotId], [])).toEqual([]);
  });

  it('cannot be changed or removed', async () => {
    await expect(database.pool.query(`update auction_entry set hash = ''`)).rejects.toThrow(/never changed/);
    await expect(database.pool.query('delete from auction_entry')).rejects.toThrow(/never changed/);
  });
});

describe('taking lots for loading', () => {
  it('keeps the first epoch of a lot no one has acted on and raises any other', async () => {
    const { lotId } = await openedRoom();
    expect(await connection.takeForLoading([lotId], [])).toMatchObject([{ row: { lotId, epoch: 1 } }]);
    expect(await connection.takeForLoading([lotId], [])).toMatchObject([{ row: { lotId, epoch: 2 } }]);
  });

  it('begins above every epoch of the timeline before', async () => {
    const promoted = await JournalConnection.open(database.url, 'promoted');
    promoted.timeline = () => Promise.resolve('0000000B');
    const [{ lotId: unused }, { lotId: used }] = [await openedRoom(), await openedRoom()];
    await connection.takeForLoading([used], []);
    expect(await promoted.takeForLoading([unused], [])).toMatchObject([{ row: { epoch: 1_000_000 } }]);
    expect(await promoted.takeForLoading([used], [])).toMatchObject([{ row: { epoch: 1_000_001 } }]);
    expect(await promoted.takeForLoading([used], [])).toMatchObject([{ row: { epoch: 1_000_002 } }]);
    await promoted.close();
  });

  it('commits no record of a lot that waits for its load', async () => {
    const { room, lotId } = await openedRoom();
    const memory = freshMemory();
    memory.partitions.set(0, {
      position: '0',
      readTo: '0',
      broughtAt: 0,
      askedAt: 0,
      renewedPgUs: 0,
      isLoading: false,
    });
    const context = { memory, connection, fault: null } as unknown as JournalContext;
    const read = room.take().map((record) => ({ partition: 0, record }));
    memory.toLoad.add({ lotId, lostFromUs: 0, repair: false, order: 0 });
    expect((await classifyRecords(context, read)).progress).toEqual([]);
    memory.toLoad.drop(() => true);
    expect((await classifyRecords(context, read)).progress).toHaveLength(1);
  });

  it('reads over another session after one has failed', async () => {
    const loader = new LotLoader({ connection } as unknown as JournalContext, database.url);
    const first = await loader.source('large');
    expect(await loader.source('large')).toBe(first);
    await expect(first.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toBeInstanceOf(
      JournalConnectionLost,
    );
    expect(await (await loader.source('large')).nowUs()).toBeGreaterThan(0);
    await loader.stop();
    await expect(loader.source('large')).rejects.toBeInstanceOf(JournalConnectionLost);
  });

  it('forgets journals that ended long ago, but not the last owner of a partition', async () => {
    await database.pool.query(`insert into auction_journal (owner, beat_at, seen_at) values
      ('ended', now() - interval '2 days', now() - interval '2 days'), ('of-before-shares', now() - interval '2 days', null),
      ('last-owner', now() - interval '2 days', null), ('standby', now() - interval '2 days', now())`);
    await database.pool.query(
      `insert into auction_partition (partition, owner, redis_run_id) values (61, 'last-owner', '')`,
    );
    await forgetEndedJournals(connection);
    const { rows } = await database.pool.query<{ owner: string }>(
      `select owner from auction_journal where owner <> 'test-journal' order by owner`,
    );
    expect(rows.map(({ owner }) => owner)).toEqual(['last-owner', 'standby']);
  });

  it('gives a partition to one session only, and to the next when that one ends', async () => {
    const first = await JournalConnection.open(database.url, 'first');
    const second = await JournalConnection.open(database.url, 'second');
    expect(await lockFree(first, [3, 4])).toEqual([3, 4]);
    expect(await lockFree(second, [3, 4, 5])).toEqual([5]);
    await first.close();
    expect(await lockFree(second, [3, 4])).toEqual([3, 4]);
    await second.close();
    await expect(second.commit(EMPTY_BATCH, false)).rejects.toBeInstanceOf(JournalConnectionLost);
  });
});

describe('opening a lot', () => {
  it('is refused when a price could leave what is exact, and leaves no row', async () => {
    const terms = { ...practiceTerms(nextLot++), startPriceTiyin: Number.MAX_SAFE_INTEGER };
    const rules = { ...terms.rules, firstBid: 'startPlusIncrement' as const };
    await expect(repository.openLot({ ...terms, rules })).rejects.toThrow('start-price-too-high');
    expect(await repository.readLot(terms.lotId)).toBeNull();
  });

  it('is refused when it ends before it opens, or its terms are not well formed', async () => {
    const terms = practiceTerms(nextLot++);
    await expect(repository.openLot({ ...terms, closesAtMs: terms.opensAtMs })).rejects.toThrow(
      'ends-before-it-opens',
    );
    await expect(repository.openLot({ ...terms, startPriceTiyin: 1.5 })).rejects.toThrow();
    expect(await repository.readLot(terms.lotId)).toBeNull();
  });
});
