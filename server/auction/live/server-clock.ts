/** The auction Redis's clock as this node knows it: rooms open and close by it, so countdowns run on it. */
export interface ServerClock {
  /** ms since 1970 with a fraction. */
  nowMs(): number;
  stop(): void;
}

const SAMPLE_EVERY_MS = 5_000;
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
  void sample();
  const timer = setInterval(() => void sample(), SAMPLE_EVERY_MS);
  timer.unref();
  return {
    nowMs: () => Date.now() + offsetMs,
    stop: () => clearInterval(timer),
  };
}
