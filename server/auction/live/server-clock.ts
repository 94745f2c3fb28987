/** The auction Redis's clock as this node knows it: rooms open and close by it, so countdowns run on it. */
export interface ServerClock {
  /** ms since 1970 with a fraction. */
  nowMs(): number;
  stop(): void;
}

const SAMPLE_EVERY_MS = 5_000;
/** Until the first sample there is nothing to go by but this node's own clock. */
const FIRST_SAMPLE_MS = 200;
/** A sample that took longer than this says too little. */
const SLOW_SAMPLE_MS = 50;

/**
 * Follows the offset between this node's clock and the auction Redis's, by round trips.
 * While Redis is away the last offset is kept; sampling goes on by itself.
 */
export function followServerClock(redisNowUs: () => Promise<number>): ServerClock {
  let offsetMs = 0;
  let measured = false;
  const sample = async () => {
    const startedAt = Date.now();
    const mark = performance.now();
    try {
      const redisMs = (await redisNowUs()) / 1000;
      const tookMs = performance.now() - mark;
      if (tookMs > SLOW_SAMPLE_MS && measured) return;
      offsetMs = redisMs - (startedAt + tookMs / 2);
      measured = true;
    } catch {
      // Redis is away: sampled again at the next turn, until then the last offset holds.
    }
  };
  let timer: NodeJS.Timeout;
  let stopped = false;
  const next = () => {
    if (stopped) return;
    timer = setTimeout(() => void sample().then(next), measured ? SAMPLE_EVERY_MS : FIRST_SAMPLE_MS);
    timer.unref();
  };
  void sample();
  next();
  return {
    nowMs: () => Date.now() + offsetMs,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
