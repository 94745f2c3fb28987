import type { Redis } from 'ioredis';
import type { PartitionLease } from './contract.ts';
import type { AuctionKeys } from './keys.ts';
import { assertReady, callFailure, gatherWrites } from './redis-connections.ts';

/** The leases of these partitions of one server, by its clock. Rejects with AuctionRedisUnavailable. */
export async function readLeases(
  redis: Redis,
  keys: Pick<AuctionKeys, 'lease'>,
  partitions: readonly number[],
): Promise<PartitionLease[]> {
  assertReady(redis);
  gatherWrites(redis);
  const stored = partitions.map((partition) =>
    redis.hmget(keys.lease(partition), 'owner', 'pgUs', 'redisUs'),
  );
  try {
    const [[seconds, micros], ...leases] = await Promise.all([redis.time(), ...stored]);
    const nowUs = Number(seconds) * 1_000_000 + Number(micros);
    return leases.map(([owner = null, pgUs, redisUs], at) => ({
      partition: partitions[at] ?? 0,
      owner,
      ageMs: redisUs ? Math.max(0, nowUs - Number(redisUs)) / 1_000 : null,
      clocksApartMs: redisUs && pgUs ? (Number(redisUs) - Number(pgUs)) / 1_000 : null,
      readAtUs: nowUs,
      stalled: owner !== null && !redisUs,
    }));
  } catch (error) {
    // Not retried here: the next look asks again.
    throw callFailure(error);
  }
}
