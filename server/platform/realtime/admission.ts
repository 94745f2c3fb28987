/** Drains the queue this often. */
const TICK_MS = 20;

export interface Admission {
  /** Resolves true when it is this caller's turn, false when the queue is full. */
  enter(): Promise<boolean>;
  readonly waiting: number;
  close(): void;
}

/**
 * A turnstile: at most `perSecond` pass (a fifth of a second's worth at once), the rest wait in order of arrival,
 * at most `queue` of them. Keeps the reconnect of everybody at once from starving those already inside.
 */
export function createAdmission({ perSecond, queue }: { perSecond: number; queue: number }): Admission {
  const burst = Math.max(1, perSecond / 5);
  let tokens = burst;
  let refilledAt = performance.now();
  let line: ((admitted: boolean) => void)[] = [];
  let timer: NodeJS.Timeout | null = null;

  const refill = () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - refilledAt) / 1000) * perSecond);
    refilledAt = now;
  };

  const drain = () => {
    timer = null;
    refill();
    const turn = line.splice(0, Math.floor(tokens));
    tokens -= turn.length;
    for (const admit of turn) admit(true);
    if (line.length > 0) timer = setTimeout(drain, TICK_MS);
  };

  return {
    get waiting() {
      return line.length;
    },
    enter() {
      refill();
      if (line.length === 0 && tokens >= 1) {
        tokens -= 1;
        return Promise.resolve(true);
      }
      if (line.length >= queue) return Promise.resolve(false);
      return new Promise((resolve) => {
        line.push(resolve);
        timer ??= setTimeout(drain, TICK_MS);
      });
    },
    close() {
      if (timer) clearTimeout(timer);
      for (const refuse of line) refuse(false);
      line = [];
    },
  };
}
