import type { JobsRedis } from '#server/platform/redis/index.ts';
import { answerWithin } from '../time-limits/index.ts';

/** This node's part of a count over all nodes: sockets of a person, events of a second. */
export interface NodeCount {
  key: string;
  value: number;
}

export interface NodeCounts {
  /**
   * Stores this node's counts and resolves with the sum of all other nodes for each. A count expires after `ttlMs` unless it
   * is stored again, so that a dead node no longer counts. Rejects while Redis does not answer.
   */
  exchange(counts: readonly NodeCount[], ttlMs: number): Promise<number[]>;
}

/** Most counts per round trip. */
const BATCH = 500;
/** A connecting client waits at most this long for the other nodes' counts. */
const TIMEOUT_MS = 500;

// KEYS 1 count; ARGV 1 node, 2 this node's count, 3 expiry in ms. Result: the sum of the other nodes' unexpired counts.
const EXCHANGE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[2] == '0' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f|%s', now + ARGV[3], ARGV[2]))
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
local others, counts = 0, redis.call('HGETALL', KEYS[1])
for i = 1, #counts, 2 do
  if counts[i] ~= ARGV[1] then
    local ends, share = string.match(counts[i + 1], '^(%d+)|(%d+)$')
    if tonumber(ends) <= now then redis.call('HDEL', KEYS[1], counts[i]) else others = others + share end
  end
end
return others`;

/** Counts of all nodes in the jobs Redis. @param node name of this node, unique among the running ones */
export function createNodeCounts(
  redis: Pick<JobsRedis, 'pipeline'>,
  options: { namespace: string; node: string },
): NodeCounts {
  async function exchangeBatch(counts: readonly NodeCount[], ttlMs: number): Promise<number[]> {
    const commands = redis.pipeline();
    for (const { key, value } of counts) {
      commands.eval(EXCHANGE, 1, `${options.namespace}share:${key}`, options.node, value, ttlMs);
    }
    const answers = (await commands.exec()) ?? [];
    return counts.map((_, i) => {
      const [error, others] = answers[i] ?? [new Error('no answer')];
      if (error) throw error;
      return Number(others);
    });
  }

  return {
    async exchange(counts, ttlMs) {
      const others: number[] = [];
      for (let at = 0; at < counts.length; at += BATCH) {
        others.push(...(await answerWithin(exchangeBatch(counts.slice(at, at + BATCH), ttlMs), TIMEOUT_MS)));
      }
      return others;
    },
  };
}

/** For a single node: the other nodes' sums are zero. */
export const SINGLE_NODE: NodeCounts = {
  exchange: (counts) => Promise.resolve(counts.map(() => 0)),
};
