import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startClock, type Clock } from '#server/auction/clock/start-clock.ts';
import { sweep } from '#server/auction/clock/sweeper.ts';
import { startJournal, type Journal } from '#server/auction/journal/start-journal.ts';
import { createAuctionState } from '#server/auction/state/auction-state.ts';
import { createDueLotsRepository } from '#server/auction/state/due-lots.repository.ts';
import type { AuctionState } from '#server/auction/state/contract.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { startRedis, type OwnRedis } from '../../fixtures/redis-server.ts';
import { practiceTerms } from '../../fixtures/scripted-room.ts';
import { eventually, testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { BidLoad } from '../../fixtures/bid-load.ts';

const PARTITIONS = 8;
const log = createLogger({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
const QUIET = { ...practiceTerms(1).rules, overtime: null };

let database: TestDatabase;
let redis: OwnRedis;
let load: BidLoad;
let state: AuctionState;
let journal: Journal;
let clock: Clock;
let nextLot = 1;

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), startRedis()]);
  const options = { url: redis.url, namespace: 'c:', partitions: PARTITIONS };
  state = createAuctionState(options);
  load = new BidLoad({
    databaseUrl: database.url,
    redisUrl: redis.url,
    namespace: 'c:',
    partitions: PARTITIONS,
  });
  await Promise.all([state.ready(), load.state.ready()]);
  journal = startJournal({ state, databaseUrl: database.url, owner: 'one', log });
  clock = startClock({ state: createAuctionState(options), log });
});
afterAll(async () => {
  await clock.stop();
  await journal.stop();
  await load.close();
  await state.disconnect();
  await redis.stop();
  await database.close();
});

const entriesOf = async (lotId: number, kind: string) =>
  (await load.repository.readEntries(lotId, 0, 1_000))
    .map(({ entry }) => entry)
    .filter((entry) => entry.kind === kind);

describe('the clock', () => {
  it('opens a room at its instant, auto-bids first, and closes it at its deadline', async () => {
    const lotId = nextLot++;
    const opensAtMs = Date.now() + 2_000;
    const closesAtMs = opensAtMs + 1_000;
    await load.open(practiceTerms(lotId, { opensAtMs, closesAtMs, rules: QUIET }), ['ann', 'bob']);
    const epoch = load.rooms.peek(lotId)?.view.epoch ?? 1;
    for (const [person, maximumTiyin] of [
      ['ann', 5_000],
      ['bob', 7_000],
    ] as const) {
      await load.state.setAuto({ lotId, epoch, person, bidId: `auto-of-${person}`, maximumTiyin });
    }
    const view = () => load.rooms.peek(lotId)?.view;
    await eventually(() => view()?.phase === 'running', 'the opening');
    await eventually(() => view()?.phase === 'closed', 'the hammer');
    const [opened] = await entriesOf(lotId, 'opened');
    expect(opened?.atUs).toBe(opensAtMs * 1000);
    const prices = await entriesOf(lotId, 'price');
    expect(prices).toMatchObject([
      { person: 'ann', amountTiyin: 5_000, atUs: opensAtMs * 1000 },
      { person: 'bob', amountTiyin: 5_100, atUs: opensAtMs * 1000 },
    ]);
    const [closed] = await entriesOf(lotId, 'closed');
    expect(closed).toMatchObject({ outcome: 'sold', winner: 'bob', priceTiyin: 5_100 });
    expect((closed?.atUs ?? 0) / 1000 - closesAtMs).toBeGreaterThanOrEqual(0);
  });
});

describe('the sweeper', () => {
  it('loads a lot whose opening the journal was not informed of', async () => {
    const lotId = nextLot++;
    await load.repository.openLot(practiceTerms(lotId));
    const lots = createDueLotsRepository(database.db);
    await eventually(async () => {
      await sweep({ state, lots, log, graceMs: 0 });
      return (await load.repository.readLot(lotId))?.loaded;
    }, 'the lot to be loaded');
  });

  it('announces again a hammer whose announcement is missing, until the business has confirmed it', async () => {
    const lotId = nextLot++;
    const closesAtMs = Date.now() + 300;
    await load.open(practiceTerms(lotId, { closesAtMs, rules: QUIET }), []);
    const lots = createDueLotsRepository(database.db);
    const announced = async () => {
      const { rows } = await database.pool.query(
        `select payload from outbox where topic = 'auction.hammer' and key = $1`,
        [String(lotId)],
      );
      return rows.length;
    };
    await eventually(async () => (await announced()) === 1, 'the hammer');
    await database.pool.query(`delete from outbox where key = $1`, [String(lotId)]);
    await eventually(
      async () => (await sweep({ state, lots, log })).announced === 1,
      'the sweep that finds it',
    );
    expect(await announced()).toBe(1);
    expect((await sweep({ state, lots, log })).announced).toBe(0);
    await load.repository.confirmHandOver(lotId);
    await database.pool.query(`delete from outbox where key = $1`, [String(lotId)]);
    expect((await sweep({ state, lots, log })).announced).toBe(0);
  });

  it('lets a finished lot’s keys go, after which PostgreSQL answers for it', async () => {
    const lotId = nextLot++;
    const closesAtMs = Date.now() + 1_500;
    await load.open(practiceTerms(lotId, { closesAtMs, rules: QUIET }), ['ann']);
    const bidId = 'bid-of-ann-1';
    expect(await load.bid('ann', lotId, 1_000, bidId)).toMatchObject({ verdict: 'accepted' });
    await eventually(() => load.rooms.peek(lotId)?.view.phase === 'closed', 'the hammer');
    const lots = createDueLotsRepository(database.db);
    await eventually(async () => {
      await sweep({ state, lots, log, keepFinishedMs: 0 });
      return (await state.snapshot(lotId)) === null;
    }, 'the keys to be gone');
    expect(await load.bid('ann', lotId, 1_000, bidId)).toMatchObject({
      verdict: 'accepted',
      repeated: true,
    });
    expect(await load.bid('ann', lotId, 2_000)).toMatchObject({ verdict: 'refused', reason: 'closed' });
  });
});
