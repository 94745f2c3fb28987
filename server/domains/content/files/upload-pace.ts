import { Transform } from 'node:stream';

/** What may pass at once after a pause: a few chunks, so that a burst does not delay bids either. */
const BURST_BYTES = 256 * 1024;
/**
 * What one upload may take before the next one's turn. Uploads that took turns chunk by chunk had each chunk wait so long that
 * it outlived the young generation: collecting those stopped the process for 10 to 20 ms every second.
 */
const TURN_BYTES = 1024 * 1024;

export interface Pace {
  /**
   * Resolves when so many bytes may pass. The upload whose turn it is passes first, until it has taken a turn's bytes or has
   * none ready; then who has waited longest.
   */
  take(bytes: number, upload: symbol): Promise<void>;
}

interface Waiting {
  bytes: number;
  upload: symbol;
  go: () => void;
}

/** Bytes a second that all who share it may take together. */
export function createPace(bytesPerSecond: number, burstBytes = BURST_BYTES, turnBytes = TURN_BYTES): Pace {
  const waiting: Waiting[] = [];
  let turn: { upload: symbol; leftBytes: number } | null = null;
  let left = burstBytes;
  let countedAt = performance.now();
  let timer: NodeJS.Timeout | null = null;

  function takeNext(): Waiting | undefined {
    const { upload = null, leftBytes = 0 } = turn ?? {};
    const mine = leftBytes > 0 ? waiting.findIndex((one) => one.upload === upload) : -1;
    const [next] = waiting.splice(Math.max(mine, 0), 1);
    if (next) turn = { upload: next.upload, leftBytes: (mine < 0 ? turnBytes : leftBytes) - next.bytes };
    return next;
  }

  function serve(): void {
    timer = null;
    const now = performance.now();
    left = Math.min(burstBytes, left + ((now - countedAt) / 1_000) * bytesPerSecond);
    countedAt = now;
    // A chunk may overdraw: the next one waits until that is paid back.
    while (left > 0) {
      const next = takeNext();
      if (!next) return;
      left -= next.bytes;
      next.go();
    }
    if (waiting.length > 0)
      timer = setTimeout(serve, Math.max(1, Math.ceil((-left / bytesPerSecond) * 1_000)));
  }

  return {
    take: (bytes, upload) =>
      new Promise((go) => {
        waiting.push({ bytes, upload, go });
        if (!timer) serve();
      }),
  };
}

export interface PacedStream {
  stream: Transform;
  /** The sender waits for its turn now: its silence is not its own. */
  isWaiting(): boolean;
  /** All its waiting so far, ms. */
  waitedMs(): number;
}

/** Lets chunks through at the pace; meanwhile the sender is not read from. */
export function pacedStream(pace: Pace, bufferBytes: number, resumed: () => void): PacedStream {
  const upload = Symbol('upload');
  let waitsSince: number | null = null;
  let waited = 0;
  const waitedMs = () => waited + (waitsSince === null ? 0 : performance.now() - waitsSince);
  const stream = new Transform({
    highWaterMark: bufferBytes,
    transform(chunk: Buffer, _encoding, done) {
      waitsSince = performance.now();
      void pace.take(chunk.length, upload).then(() => {
        waited = waitedMs();
        waitsSince = null;
        resumed();
        done(null, chunk);
      });
    },
  });
  return { stream, isWaiting: () => waitsSince !== null, waitedMs };
}
