import { Redis } from 'ioredis';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import { initialState } from '#server/auction/rules/fold.ts';
import { createAuctionState } from '#server/auction/state/auction-state.ts';
import type { AuctionState, BidVerdict, LotState } from '#server/auction/state/contract.ts';
import { startRedis, type OwnRedis } from './redis-server.ts';

export const PARTITIONS = 4;
export const NAMESPACE = 'x:';
const EPOCH = 2;

/** One lot after another in a Redis of its own, on the real clock, with the journal's lease taken by the test. */
export interface LotBench {
  redis: OwnRedis;
  /** A plain connection, to look at keys and to spoil them. */
  client: Redis;
  state: AuctionState;
  lotId: number;
  nextLot(): void;
  partition(): number;
  /** What the keys of the lot's partition begin with. */
  prefix(): string;
  /** Takes the lease, PostgreSQL's clock being this much ahead of Redis's. */
  lease(skewUs?: number): Promise<void>;
  /** Loads the lot, open for a second and for an hour yet, and admits people. */
  room(more?: Partial<AuctionTerms>, admitted?: string[]): Promise<LotState>;
  bid(
    person: string,
    amountTiyin: number,
    more?: { epoch?: number; bidId?: string; sentEpoch?: number; confirmed?: boolean; stranger?: boolean },
  ): Promise<BidVerdict>;
  close(): Promise<void>;
}

export async function openLotBench(): Promise<LotBench> {
  const redis = await startRedis();
  const client = new Redis(redis.url, { retryStrategy: () => 20 });
  client.on('error', () => undefined);
  const state = createAuctionState({ url: redis.url, namespace: NAMESPACE, partitions: PARTITIONS });
  await state.ready();
  let ids = 0;
  const bench: LotBench = {
    redis,
    client,
    state,
    lotId: 101,
    nextLot: () => void (bench.lotId += 1),
    partition: () => state.partitions.of(bench.lotId),
    prefix: () => `${NAMESPACE}{p0${bench.partition()}}:`,
    async lease(skewUs = 0) {
      const pgNowUs = (await state.redisNowUs()) + skewUs;
      await state.claimLease(bench.partition(), { owner: 'test', pgNowUs });
    },
    async room(more = {}, admitted = ['a', 'b']) {
      const { lotId } = bench;
      const nowMs = Math.floor((await state.redisNowUs()) / 1_000);
      const hourMs = 3_600_000;
      const times = { opensAtMs: nowMs - 1_000, closesAtMs: nowMs + hourMs };
      const fixed = { lotId, rules: RULES, startPriceTiyin: 100, practice: false, watchable: true };
      const lot = initialState({ ...fixed, ...times, ...more }, EPOCH);
      await state.load(lot);
      await bench.lease();
      for (const [i, person] of admitted.entries()) {
        await state.admit({ lotId, epoch: EPOCH, person, number: i + 1, limitTiyin: null });
      }
      return lot;
    },
    bid: (person, amountTiyin, more = {}) => {
      const bidId = `bid-${(ids += 1)}-000`;
      return state.place({ lotId: bench.lotId, epoch: EPOCH, person, bidId, amountTiyin, ...more });
    },
    async close() {
      client.disconnect();
      await state.disconnect();
      await redis.stop();
    },
  };
  return bench;
}

export const BARE_RULES: AuctionTerms['rules'] = {
  firstBid: 'atStart',
  increment: { kind: 'fixed', amount: 10 },
  overtime: null,
  leaderMayRaise: false,
  minParticipants: { count: 0, at: 'close' },
};

const RULES: AuctionTerms['rules'] = { ...BARE_RULES, overtime: { windowMs: 300_000, extendToMs: 300_000 } };
