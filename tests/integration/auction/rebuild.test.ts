import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJournal, type Journal } from '#server/auction/journal/start-journal.ts';
import { createAuctionState } from '#server/auction/state/auction-state.ts';
import type { AuctionState, LotState } from '#server/auction/state/contract.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { startRedis, type OwnRedis } from '../../fixtures/redis-server.ts';
import { practiceTerms } from '../../fixtures/scripted-room.ts';
import { eventually, testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { BidLoad } from '../../fixtures/bid-load.ts';

const PEOPLE = ['ann', 'bob', 'cyd', 'dan', 'eve'];
const log = createLogger({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });

let database: TestDatabase;
let redis: OwnRedis;
let load: BidLoad;
let state: AuctionState;
let journal: Journal;

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), startRedis()]);
  state = createAuctionState({ url: redis.url, namespace: 'r:', partitions: 2 });
  load = new BidLoad({ databaseUrl: database.url, redisUrl: redis.url, namespace: 'r:', partitions: 2 });
  await Promise.all([state.ready(), load.state.ready()]);
  journal = startJournal({ state, databaseUrl: database.url, owner: 'one', log });
});
afterAll(async () => {
  await journal.stop();
  await load.close();
  await state.disconnect();
  await redis.stop();
  await database.close();
});

/** What a rebuild must bring back exactly; its own entry and the new epoch are what it adds. */
function lasting({ terms, phase, priceTiyin, count, leader, leaderNumber, extensions, ...more }: LotState) {
  const { bidders, autos, accepted, reserve, participantsAtStart, outcome, pauseCause } = more;
  const room = { terms, phase, priceTiyin, count, leader, leaderNumber, extensions };
  return { ...room, bidders, autos, accepted, reserve, participantsAtStart, outcome, pauseCause };
}

const snapshot = async (lotId: number): Promise<LotState> => {
  const found = await state.snapshot(lotId);
  if (!found) throw new Error(`Redis has no lot ${lotId}`);
  return found;
};

/** Everything a room can live through, by the scripts themselves. */
async function livelyRoom(lotId: number): Promise<void> {
  const rules = { ...practiceTerms(lotId).rules, limitFromPrice: 20 };
  await load.open(practiceTerms(lotId, { rules, closesAtMs: Date.now() + 30_000 }), PEOPLE);
  const { epoch } = await snapshot(lotId);
  const head = { lotId, epoch };
  await load.state.setAuto({ ...head, person: 'bob', bidId: 'auto-of-bob', maximumTiyin: 20_000 });
  await load.state.setAuto({ ...head, person: 'cyd', bidId: 'auto-of-cyd', maximumTiyin: 9_000 });
  await load.state.setLimit({ ...head, person: 'bob', limitTiyin: 15_000 });
  for (let i = 0; i < 12; i += 1) {
    const { priceTiyin } = await snapshot(lotId);
    await load.bid(i % 2 ? 'ann' : 'dan', lotId, (priceTiyin ?? 1_000) + 100 + 50 * i);
  }
  await load.state.setAuto({ ...head, person: 'dan', bidId: 'auto-of-dan', maximumTiyin: 50_000 });
  await load.state.clearAuto({ ...head, person: 'dan', bidId: 'clear-of-dan' });
  await load.state.revoke({ ...head, person: 'eve', cause: 'ban' });
}

describe('a rebuild', () => {
  it('brings back the very state the scripts had made, whatever the room had lived through', async () => {
    for (const lotId of [1, 2, 3]) await livelyRoom(lotId);
    const { epoch } = await snapshot(2);
    expect(await load.state.suspend({ lotId: 2, epoch, reason: 'power' })).toMatchObject({
      verdict: 'done',
    });
    const before = await Promise.all([1, 2, 3].map(snapshot));
    await eventually(async () => {
      const rows = await load.repository.readLots([1, 2, 3]);
      return rows.every((row) => row.seq === before.find(({ terms }) => terms.lotId === row.lotId)?.seq);
    }, 'everything to be committed');

    await load.flushRedis();
    for (const old of before) {
      const fresh = await eventually(async () => {
        const found = await state.snapshot(old.terms.lotId);
        return found && found.epoch > old.epoch ? found : null;
      }, 'the rebuild');
      expect(lasting(fresh)).toEqual(lasting(old));
      expect(fresh.deadlineUs).toBeGreaterThanOrEqual(old.deadlineUs);
    }
  });

  it('answers ids from before it with their first answer', async () => {
    expect(await load.bid('bob', 1, 1, 'auto-of-bob')).toMatchObject({
      verdict: 'refused',
      reason: 'id-reused',
    });
    const prices = (await load.repository.latestPrices(1)).map(({ entry }) => entry);
    const entry = prices.find((price) => price.kind === 'price' && price.person === 'ann');
    if (entry?.kind !== 'price') throw new Error('ann has no price');
    const again = await load.bid('ann', 1, entry.amountTiyin, entry.bidId);
    expect(again).toMatchObject({ verdict: 'accepted', repeated: true, seq: entry.seq });
  });
});
