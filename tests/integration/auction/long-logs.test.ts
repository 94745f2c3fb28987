import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startJournal, type Journal } from '#server/auction/journal/start-journal.ts';
import { verifyLog } from '#server/auction/journal/verify-log.ts';
import { createAuctionState } from '#server/auction/state/auction-state.ts';
import type { AuctionState, LotState } from '#server/auction/state/contract.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { startRedis, type OwnRedis } from '../../fixtures/redis-server.ts';
import { longRoom } from '../../fixtures/long-room.ts';
import { practiceTerms, type ScriptedRoom } from '../../fixtures/scripted-room.ts';
import { eventually, testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { BidLoad } from '../../fixtures/bid-load.ts';

const PARTITIONS = 2;
const ENTRIES = 5_000;
const log = createLogger({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;
let redis: OwnRedis;
let load: BidLoad;
let big: ScriptedRoom;
const journals: { journal: Journal; state: AuctionState }[] = [];
/** In the partition of the long log, and in the other one. */
const [BIG, NEIGHBOUR, ELSEWHERE] = [2, 4, 3];

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), startRedis()]);
  load = new BidLoad({
    databaseUrl: database.url,
    redisUrl: redis.url,
    namespace: 'l:',
    partitions: PARTITIONS,
  });
  await load.state.ready();
  big = await longRoom(database.url, load.repository, { lotId: BIG, entries: ENTRIES });
});
afterAll(async () => {
  await load.close();
  await redis.stop();
  await database.close();
});
afterEach(async () => {
  for (const { journal, state } of journals.splice(0)) {
    await journal.stop();
    await state.disconnect();
  }
});

async function journal(owner: string): Promise<Journal> {
  const state = createAuctionState({ url: redis.url, namespace: 'l:', partitions: PARTITIONS });
  const started = startJournal({ state, databaseUrl: database.url, owner, log });
  journals.push({ journal: started, state });
  await eventually(() => started.owned().length === PARTITIONS, 'all partitions');
  return started;
}

const inRedis = (lotId: number, epoch = 0) =>
  eventually(async () => {
    const found = await load.state.snapshot(lotId);
    return found && found.epoch > epoch ? found : null;
  }, `lot ${lotId} in Redis`);

const idsComplete = () =>
  eventually(async () => (await load.state.lotsMissingIds([BIG])).length === 0, 'all ids in Redis', 60_000);

/** Redis forgets the ids of the long log but the newest, as if its load had just begun. */
async function forgetIds(): Promise<void> {
  const { accepted, seq } = await inRedis(BIG);
  const older = Object.keys(accepted).filter((id) => accepted[id]?.seq !== seq);
  const client = new Redis(redis.url);
  const ids = `l:{p0${BIG % PARTITIONS}}:lot:${BIG}:ids`;
  await client
    .multi()
    .hdel(ids, ...older)
    .hset(ids, 'missing', '1')
    .exec();
  client.disconnect();
}

/** What a load must bring back, whatever way it takes. */
function folded({ terms, phase, priceTiyin, count, leader, extensions, bidders, autos, reserve }: LotState) {
  return { terms, phase, priceTiyin, count, leader, extensions, bidders, autos, reserve };
}

/** While `work` runs no snapshot can be read, so a load of the long log cannot end. */
async function whileLoadIsStuck(work: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin; lock table auction_snapshot in access exclusive mode');
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const accepts = (person: string, lotId: number, amountTiyin: number) =>
  eventually(
    async () => (await load.bid(person, lotId, amountTiyin)).verdict === 'accepted',
    `a bid in ${lotId}`,
    90_000,
  );

describe('a room with a long log', () => {
  it('is loaded as it was, and its ids follow until all are there', async () => {
    await journal('first');
    const loaded = await inRedis(BIG);
    expect(folded(loaded)).toEqual(folded(big.state));
    await idsComplete();
    await idsComplete();
    const { accepted } = await inRedis(BIG);
    expect(accepted).toEqual(big.state.accepted);
    expect(accepted).not.toHaveProperty('cyd:matched-of-cyd');
  });

  it('has a snapshot stored with a batch, from which it is loaded the next time', async () => {
    await journal('with-snapshot');
    await accepts('ann', BIG, (big.state.priceTiyin ?? 0) + 100);
    await eventually(async () => {
      const { priceTiyin } = await inRedis(BIG);
      await load.bid('cyd', BIG, (priceTiyin ?? 0) + 100);
      return await load.repository.readSnapshot(BIG);
    }, 'a snapshot');
    const before = await inRedis(BIG);
    await load.flushRedis();
    const after = await inRedis(BIG, before.epoch);
    expect(folded(after)).toEqual(folded(before));
    await idsComplete();
    expect((await inRedis(BIG)).accepted).toEqual(before.accepted);
    expect((await verifyLog(load.repository, BIG))?.faults).toEqual([]);
  });

  it.each([
    ['of another fold version', 'fold_version = 999'],
    ['whose maximum was changed', `state = replace(state, '6000', '9999')`],
    ['of another head', `head_hash = repeat('0', 64)`],
  ])('is loaded from its whole log when the snapshot is one %s', async (_what, change) => {
    const before = await inRedis(BIG);
    await database.pool.query(`update auction_snapshot set ${change} where lot_id = $1`, [BIG]);
    await journal('whole-log');
    await load.flushRedis();
    expect(folded(await inRedis(BIG, before.epoch))).toEqual(folded(before));
    await accepts('ann', BIG, (before.priceTiyin ?? 0) + 10_000);
    await eventually(async () => {
      const { priceTiyin } = await inRedis(BIG);
      await load.bid('cyd', BIG, (priceTiyin ?? 0) + 100);
      const faults = (await verifyLog(load.repository, BIG))?.faults;
      return faults?.length === 0;
    }, 'a snapshot that is right');
  });

  it('is looked up by id in PostgreSQL until its ids are complete', async () => {
    await journal('by-id');
    await idsComplete();
    const { epoch, priceTiyin } = await inRedis(BIG);
    await forgetIds();
    const head = { lotId: BIG, epoch, person: 'ann', amountTiyin: 1_000 };
    // The script does not judge an id it may have forgotten.
    expect(await load.state.place({ ...head, bidId: 'first-of-ann' })).toMatchObject({
      verdict: 'refused',
      reason: 'fenced',
      lookUp: true,
    });
    const again = await load.bid('ann', BIG, 1_000, 'first-of-ann');
    expect(again).toMatchObject({ verdict: 'accepted', repeated: true, amountTiyin: 1_000 });
    expect(await load.bid('ann', BIG, 2_000, 'first-of-ann')).toMatchObject({ reason: 'id-reused' });
    const fresh = (priceTiyin ?? 0) + 100;
    expect(await load.bid('ann', BIG, fresh, 'fresh-of-ann')).toMatchObject({ repeated: false });
    expect(await load.bid('ann', BIG, fresh, 'fresh-of-ann')).toMatchObject({
      verdict: 'accepted',
      repeated: true,
    });
    const { rows } = await database.pool.query(
      `select count(*)::int as times from auction_entry
       where lot_id = $1 and own_bid_id in ('first-of-ann', 'fresh-of-ann')`,
      [BIG],
    );
    expect(rows).toEqual([{ times: 2 }]);
  });

  it('has its ids completed by the next journal when one dies in between', async () => {
    const state = createAuctionState({ url: redis.url, namespace: 'l:', partitions: PARTITIONS });
    const first = startJournal({ state, databaseUrl: database.url, owner: 'dying', log });
    await eventually(() => first.owned().length === PARTITIONS, 'all partitions');
    await idsComplete();
    const { accepted } = await inRedis(BIG);
    await forgetIds();
    await first.stop();
    await state.disconnect();
    await journal('completing');
    await idsComplete();
    expect((await inRedis(BIG)).accepted).toEqual(accepted);
  });
});

describe('while a room with a long log is loaded', () => {
  it('its neighbours are neither held nor paused, and it comes back afterwards', async () => {
    const one = await journal('loading');
    for (const lotId of [NEIGHBOUR, ELSEWHERE]) await load.open(practiceTerms(lotId), ['ann', 'bob']);
    const before = await inRedis(BIG);
    await whileLoadIsStuck(async () => {
      await load.flushRedis();
      for (const lotId of [NEIGHBOUR, ELSEWHERE]) await accepts('ann', lotId, 1_000);
      const answered: unknown[] = [];
      for (let amount = 1_100; amount < 3_100; amount += 100) {
        for (const lotId of [NEIGHBOUR, ELSEWHERE]) {
          const answer = await load.bid(amount % 200 ? 'bob' : 'ann', lotId, amount);
          answered.push(answer.verdict === 'refused' ? answer.reason : answer.verdict);
        }
      }
      expect(new Set(answered)).toEqual(new Set(['accepted']));
      expect(await load.state.snapshot(BIG)).toBeNull();
      expect(one.counts().recoveries.outage).toBe(0);
    });
    expect(folded(await inRedis(BIG, before.epoch))).toEqual(folded(before));
  });

  it('losing Redis again begins the load again', async () => {
    await journal('lost-twice');
    const before = await inRedis(BIG);
    await whileLoadIsStuck(async () => {
      await load.flushRedis();
      await accepts('bob', NEIGHBOUR, 10_000);
      await load.flushRedis();
      await accepts('ann', NEIGHBOUR, 20_000);
    });
    const after = await inRedis(BIG, before.epoch + 1);
    expect(folded(after)).toEqual(folded(before));
    // The entry that moved the deadline is committed and seen before it.
    await accepts('ann', BIG, (after.priceTiyin ?? 0) + 10_000);
    expect(await load.violations([BIG, NEIGHBOUR, ELSEWHERE])).toEqual([]);
  });

  it('a journal that lost its session leaves the load to its successor', async () => {
    const one = await journal('losing-its-session');
    const before = await inRedis(BIG);
    await whileLoadIsStuck(async () => {
      await load.flushRedis();
      await accepts('bob', NEIGHBOUR, 30_000);
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'savdo journal losing-its-session'`,
      );
      await eventually(() => one.counts().databaseLosses > 0, 'the session to be lost');
      await accepts('ann', NEIGHBOUR, 40_000);
    });
    expect(folded(await inRedis(BIG, before.epoch))).toEqual(folded(before));
    await accepts('ann', BIG, (before.priceTiyin ?? 0) + 10_000);
  });

  it('its snapshot is removed with the hammer', async () => {
    await journal('closing');
    // Asked again until it is committed: the new journal may load the room once more, and what an earlier epoch decided is void.
    await eventually(async () => {
      const found = await load.state.snapshot(BIG);
      if (found) await load.state.withdraw({ lotId: BIG, epoch: found.epoch, reason: 'the end' });
      return (await load.repository.readLot(BIG))?.phase === 'closed';
    }, 'the withdrawal');
    await eventually(async () => (await load.repository.readSnapshot(BIG)) === null, 'the removal');
  });
});
