import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuctionState,
  createDueLotsRepository,
  startClock,
  startJournals,
  type AuctionState,
} from '#server/auction/index.ts';
import type { Clock } from '#server/auction/clock/start-clock.ts';
import type { Journal } from '#server/auction/journal/start-journal.ts';
import { sweep } from '#server/auction/clock/sweeper.ts';
import { readinessLooks } from '#server/processes/readiness.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import type { OwnRedis } from '../../fixtures/redis-server.ts';
import { startRedisCluster, type RedisCluster } from '../../fixtures/redis-cluster.ts';
import { practiceTerms } from '../../fixtures/scripted-room.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';
import { BidLoad } from '../../fixtures/bid-load.ts';

const PARTITIONS = 12;
const log = createLogger({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
const LOTS = Array.from({ length: PARTITIONS }, (_, i) => i + 1);
const PEOPLE = ['ann', 'bob', 'eve'];

let cluster: RedisCluster;
let database: TestDatabase;
let state: AuctionState;
let load: BidLoad;
let journal: Journal;
let clock: Clock;

beforeAll(async () => {
  [database, cluster] = await Promise.all([testDatabase(), startRedisCluster()]);
  const options = { url: cluster.url, namespace: 'c:', partitions: PARTITIONS };
  state = createAuctionState(options);
  journal = startJournals({ state, databaseUrl: database.url, owner: 'one', log });
  clock = startClock({ state: createAuctionState(options), log });
  load = new BidLoad({ databaseUrl: database.url, redisUrl: cluster.url, ...options });
  await Promise.all([state.ready(), load.state.ready()]);
});
afterAll(async () => {
  await clock.stop();
  await journal.stop();
  await load.close();
  await state.disconnect();
  await cluster.stop();
  await database.close();
});

describe('on a Redis Cluster of three masters', () => {
  it('partitions are spread over all of them, each server’s owned by a journal of its own', async () => {
    const servers = state.servers?.list() ?? [];
    expect(servers).toHaveLength(3);
    expect(servers.flatMap(({ partitions }) => partitions).sort((a, b) => a - b)).toEqual(
      Array.from({ length: PARTITIONS }, (_, i) => i),
    );
    await eventually(() => journal.owned().length === PARTITIONS, 'every partition to be owned');
  });

  it('rooms of every partition open, take bids, and lose and reorder none', async () => {
    await Promise.all(LOTS.map((lotId) => load.open(practiceTerms(lotId), PEOPLE)));
    load.start(PEOPLE, LOTS);
    await load.more(150, 'accepted', 50_000);
    // A server that has forgotten the scripts is handed them again.
    for (const master of cluster.masters) await cluster.ask(master, 'SCRIPT', 'FLUSH');
    await load.more(60, 'accepted', 30_000);
    await load.stop();
    expect(await load.violations(LOTS)).toEqual([]);
    expect(new Set(load.operations.map(({ lotId }) => lotId))).toEqual(new Set(LOTS));
    expect(journal.counts()).toMatchObject({ redisLosses: 0, chainBreaks: 0 });
  });

  it('a late price moves the deadline, the hammer falls after it, and the keys go', async () => {
    const lots = state.servers?.list().map(({ partitions: [first = 0] }) => 100 * PARTITIONS + first) ?? [];
    const overtime = { windowMs: 5_000, extendToMs: 5_000 };
    const rules = { ...practiceTerms(1).rules, overtime };
    await Promise.all(
      lots.map((lotId) =>
        load.open(practiceTerms(lotId, { closesAtMs: Date.now() + 4_500, rules }), ['ann', 'bob']),
      ),
    );
    for (const lotId of lots) {
      expect(await load.bid('ann', lotId, 1_000)).toMatchObject({ verdict: 'accepted' });
    }
    const view = (lotId: number) => load.rooms.peek(lotId)?.view;
    await eventually(() => lots.every((lotId) => view(lotId)?.phase === 'closed'), 'the hammers', 20_000);
    for (const lotId of lots) {
      const row = await load.repository.readLot(lotId);
      expect(row).toMatchObject({ phase: 'closed', priceTiyin: 1_000 });
      const entries = await load.repository.readEntries(lotId, 0, 100);
      expect(entries.find(({ entry }) => entry.kind === 'price')?.entry).toMatchObject({ extended: true });
    }
    for (const lotId of lots) await load.repository.confirmHandOver(lotId);
    const due = createDueLotsRepository(database.db);
    await eventually(async () => {
      await sweep({ state, lots: due, log, keepFinishedMs: 0 });
      return (await Promise.all(lots.map((lotId) => state.snapshot(lotId)))).every((lot) => lot === null);
    }, 'the keys to be gone');
  });

  it('a partition moved to another server while people bid is rebuilt there, and no answered bid is lost', async () => {
    const [giver, taker] = state.servers?.list() ?? [];
    const masterOf = (name = '') => cluster.masters.find(({ port }) => name.endsWith(`:${port}`));
    const [from, to] = [masterOf(giver?.name), masterOf(taker?.name)];
    const [partition = -1] = giver?.partitions ?? [];
    if (!from || !to) throw new Error('no masters');
    const lotId = 200 * PARTITIONS + partition;
    await load.open(practiceTerms(lotId), PEOPLE);
    const bidding = new BidLoad({
      databaseUrl: database.url,
      redisUrl: cluster.url,
      namespace: 'c:',
      partitions: PARTITIONS,
    });
    try {
      bidding.start(PEOPLE, [lotId]);
      await bidding.more(30, 'accepted');
      const epochs = bidding.epochs([lotId]);
      await cluster.move(`c:{p${String(partition).padStart(2, '0')}}:log`, from, to);
      await bidding.everyRoomAfter([lotId], epochs);
      await bidding.more(30, 'accepted');
      await bidding.stop();
      const now = state.servers?.list().find(({ partitions }) => partitions.includes(partition));
      expect(now?.name).toBe(taker?.name);
      expect(await bidding.violations([lotId])).toEqual([]);
    } finally {
      await bidding.close();
    }
  });

  it('readiness looks at every master, and one that is away is reported without stopping the rest', async () => {
    const looks = readinessLooks(
      {
        auctionRedisUrl: cluster.url,
        auctionRedisCluster: true,
        jobsRedisUrl: testRedis().jobsUrl,
        test: true,
        demo: false,
        sandboxesAllowed: true,
      },
      database,
    );
    const all = await looks.besides();
    expect(all.bids).toMatchObject({ taken: true, problems: [] });
    expect(all.warnings.join('\n')).not.toMatch(/auction redis/);
    const [first] = cluster.masters as [OwnRedis];
    await cluster.ask(first, 'CONFIG', 'SET', 'maxmemory', '0');
    const unbounded = (await looks.besides()).warnings.filter((warning) =>
      warning.startsWith('auction redis'),
    );
    expect(unbounded).toEqual([
      expect.stringContaining(`auction redis 127.0.0.1:${first.port}: maxmemory is not set`),
    ]);
    await cluster.ask(first, 'CONFIG', 'SET', 'maxmemory', '512mb');
    await cluster.masters[2]?.kill();
    const some = await looks.besides();
    expect(some.bids.taken).toBe(true);
    expect(some.warnings.join('\n')).toMatch(
      /auction redis 127.0.0.1:\d+: its rooms are held \((refuses|closed) /,
    );
  });
});
