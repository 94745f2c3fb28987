import { WaitingLines } from './waiting-lines.ts';

/** Drains the queue this often. */
const TICK_MS = 20;

export interface RateLimitedQueue {
  /**
   * Resolves true when the caller is admitted; false when its address has too many waiting, or the queue is full and no
   * other address has more waiting.
   */
  enter(address: string): Promise<boolean>;
  readonly waiting: number;
  close(): void;
}

/**
 * Admits at most `perSecond` callers (a fifth of that at once); further ones wait, at most `queue` of them and at most
 * `perAddress` of one address. Addresses take turns, so that one host's callers delay and displace only each other, and
 * a simultaneous reconnect of all clients does not starve those already connected.
 */
export function createRateLimitedQueue({
  perSecond,
  queue,
  perAddress = queue,
}: {
  perSecond: number;
  queue: number;
  perAddress?: number;
}): RateLimitedQueue {
  const burst = Math.max(1, perSecond / 5);
  let tokens = burst;
  let refilledAt = performance.now();
  const lines = new WaitingLines<(admitted: boolean) => void>();
  let timer: NodeJS.Timeout | null = null;

  const refill = () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - refilledAt) / 1000) * perSecond);
    refilledAt = now;
  };

  const drain = () => {
    timer = null;
    refill();
    while (tokens >= 1 && lines.size > 0) {
      tokens -= 1;
      lines.takeNext()?.(true);
    }
    if (lines.size > 0) timer = setTimeout(drain, TICK_MS);
  };

  /** Whether the address may have one more waiting; in a full queue the newest caller of the longest line is refused. */
  const hasRoom = (address: string): boolean => {
    const own = lines.lengthOf(address);
    if (own >= perAddress) return false;
    if (lines.size < queue) return true;
    if (lines.longest <= own + 1) return false;
    lines.takeFromLongest()?.(false);
    return true;
  };

  return {
    get waiting() {
      return lines.size;
    },
    enter(address) {
      refill();
      if (lines.size === 0 && tokens >= 1) {
        tokens -= 1;
        return Promise.resolve(true);
      }
      if (!hasRoom(address)) return Promise.resolve(false);
      return new Promise((resolve) => {
        lines.add(address, resolve);
        timer ??= setTimeout(drain, TICK_MS);
      });
    },
    close() {
      if (timer) clearTimeout(timer);
      for (let next = lines.takeNext(); next; next = lines.takeNext()) next(false);
    },
  };
}
