import type { Redis } from 'ioredis';
import type { PartitionLease } from './contract.ts';
import type { AuctionKeys } from './keys.ts';
import { assertReady, callFailure, gatherWrites } from './redis-connections.ts';

/** The leases of these partitions of one server, by its clock. Rejects with AuctionRedisUnavailable. */
export async function readLeases(
  redis: Redis,
  keys: Pick<AuctionKeys, 'lease' | 'failing'>,
  partitions: readonly number[],
): Promise<PartitionLease[]> {
  assertReady(redis);
  gatherWrites(redis);
  const stored = partitions.map((partition) =>
    redis.hmget(keys.lease(partition), 'owner', 'pgUs', 'redisUs', 'heldSinceUs'),
  );
  const failures = partitions.map((partition) => redis.get(keys.failing(partition)));
  try {
    const [[seconds, micros], leases, failing] = await Promise.all([
      redis.time(),
      Promise.all(stored),
      Promise.all(failures),
    ]);
    const nowUs = Number(seconds) * 1_000_000 + Number(micros);
    return leases.map(([owner = null, pgUs, redisUs, heldSinceUs], at) => ({
      partition: partitions[at] ?? 0,
      owner,
      ageMs: redisUs ? Math.max(0, nowUs - Number(redisUs)) / 1_000 : null,
      clocksApartMs: redisUs && pgUs ? (Number(redisUs) - Number(pgUs)) / 1_000 : null,
      failing: failing[at] ?? null,
      readAtUs: nowUs,
      stalled: owner !== null && !redisUs,
      stalledSinceUs: heldSinceUs && !redisUs ? Number(heldSinceUs) : null,
    }));
  } catch (error) {
    // Not retried here: the next look asks again.
    throw callFailure(error);
  }
}
