import { afterEach, expect, it } from 'vitest';
import { startJournal, type Journal } from '#server/auction/journal/start-journal.ts';
import { createAuctionState } from '#server/auction/state/auction-state.ts';
import type { AuctionState } from '#server/auction/state/contract.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { fired } from '../../fixtures/fault.ts';
import { startRedis, type OwnRedis } from '../../fixtures/redis-server.ts';
import { practiceTerms } from '../../fixtures/scripted-room.ts';
import { eventually, testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { BidLoad } from '../../fixtures/bid-load.ts';

let database: TestDatabase;
let redis: OwnRedis;
let load: BidLoad;
let state: AuctionState;
let journal: Journal;
/** How far Redis's clock is ahead, as the journal sees it. */
let aheadUs = 0;

afterEach(async () => {
  await journal.stop();
  await load.close();
  await state.disconnect();
  await redis.stop();
  await database.close();
});

it('F20 a Redis that comes back with a wrong clock is not loaded until the clock is right', async (ctx) => {
  [database, redis] = await Promise.all([testDatabase(), startRedis()]);
  const real = createAuctionState({ url: redis.url, namespace: 'c:', partitions: 1 });
  state = { ...real, redisNowUs: async () => (await real.redisNowUs()) + aheadUs };
  load = new BidLoad({ databaseUrl: database.url, redisUrl: redis.url, namespace: 'c:', partitions: 1 });
  await Promise.all([state.ready(), load.state.ready()]);
  const log = createLogger({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  journal = startJournal({ state, databaseUrl: database.url, owner: 'one', log });
  await load.open(practiceTerms(1), ['ann', 'bob']);
  expect(await load.bid('ann', 1, 1_000)).toMatchObject({ verdict: 'accepted' });

  const before = structuredClone(journal.counts());
  const epoch = (await load.repository.readLot(1))?.epoch ?? 0;
  aheadUs = 3_600_000_000;
  await redis.restart('empty');
  await eventually(() => journal.counts().clocksApart > 2, 'the wrong clock to be noticed');
  fired(ctx, 'F20', journal.counts().clocksApart);
  const { redisLosses, recoveries } = before;
  expect(journal.counts()).toMatchObject({ redisLosses, recoveries });
  expect(await state.snapshot(1)).toBeNull();
  expect((await load.repository.readLot(1))?.epoch).toBe(epoch);
  expect(await load.bid('bob', 1, 2_000)).toMatchObject({ verdict: 'refused', reason: 'fenced' });

  aheadUs = 0;
  await eventually(() => journal.counts().redisLosses > redisLosses, 'the rebuild');
  await eventually(
    async () => (await load.bid('bob', 1, 3_000)).verdict === 'accepted',
    'bids again',
    10_000,
  );
  expect((await load.repository.readLot(1))?.epoch).toBe(epoch + 1);
});
