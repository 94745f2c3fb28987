/** This node's estimate of the auction Redis's clock, by which rooms open and close; countdowns use it. */
export interface ServerClock {
  /** ms since 1970 with a fraction. */
  nowMs(): number;
  stop(): void;
}

const SAMPLE_EVERY_MS = 5_000;
/** Until the first sample this node's own clock is used. */
const FIRST_SAMPLE_MS = 200;
/** A sample that took longer than this is too inaccurate. */
const SLOW_SAMPLE_MS = 50;

/**
 * Measures the offset between this node's clock and the auction Redis's by round trips. While Redis is unavailable the
 * last offset remains in use.
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
      // Redis is unavailable: sampled again at the next interval, until then the last offset is used.
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
