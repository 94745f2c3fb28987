import type { JobsRedis } from '#server/platform/redis/index.ts';

/** A figure of this node that counts over all nodes: sockets of a person, events of a second. */
export interface Share {
  key: string;
  value: number;
}

export interface SharedFigures {
  /**
   * Tells this node's shares and resolves with what all other nodes together have of each. A share is forgotten after
   * `lifeMs` unless it is told again, so that a node that has died counts no longer. Rejects while Redis does not answer.
   */
  tell(shares: readonly Share[], lifeMs: number): Promise<number[]>;
}

/** Shares told in one round trip at most. */
const AT_ONCE = 500;
/** Whoever connects waits no longer than this for the other nodes' figures. */
const PATIENCE_MS = 500;

// KEYS 1 figure; ARGV 1 node, 2 share, 3 life in ms. Answers with the sum of the other nodes' shares that still live.
const TELL = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[2] == '0' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f|%s', now + ARGV[3], ARGV[2]))
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
local others, told = 0, redis.call('HGETALL', KEYS[1])
for i = 1, #told, 2 do
  if told[i] ~= ARGV[1] then
    local ends, share = string.match(told[i + 1], '^(%d+)|(%d+)$')
    if tonumber(ends) <= now then redis.call('HDEL', KEYS[1], told[i]) else others = others + share end
  end
end
return others`;

/** Figures of all nodes in the jobs Redis. @param node name of this node, unique among those running */
export function createSharedFigures(
  redis: Pick<JobsRedis, 'pipeline'>,
  options: { namespace: string; node: string },
): SharedFigures {
  async function tellSome(shares: readonly Share[], lifeMs: number): Promise<number[]> {
    const commands = redis.pipeline();
    for (const { key, value } of shares) {
      commands.eval(TELL, 1, `${options.namespace}share:${key}`, options.node, value, lifeMs);
    }
    const answers = (await commands.exec()) ?? [];
    return shares.map((_, i) => {
      const [error, others] = answers[i] ?? [new Error('no answer')];
      if (error) throw error;
      return Number(others);
    });
  }

  return {
    async tell(shares, lifeMs) {
      const others: number[] = [];
      for (let at = 0; at < shares.length; at += AT_ONCE) {
        others.push(...(await within(tellSome(shares.slice(at, at + AT_ONCE), lifeMs))));
      }
      return others;
    },
  };
}

async function within<T>(asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([asked, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** One node alone: there are no others. */
export const OWN_FIGURES: SharedFigures = {
  tell: (shares) => Promise.resolve(shares.map(() => 0)),
};
