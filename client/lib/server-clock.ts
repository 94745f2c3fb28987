import { useSyncExternalStore } from 'react';

/**
 * The server's clock as this page knows it. Each exchange gives an offset that is wrong by at most half its
 * round trip; the sample with the shortest round trip of the last minute is trusted.
 */
export interface ClockReading {
  /** Server time minus this device's wall clock, ms. */
  offsetMs: number;
  /** The offset is right within ± this many ms; Infinity before the first sample. */
  uncertaintyMs: number;
}

interface Sample {
  offsetMs: number;
  uncertaintyMs: number;
  takenAtMs: number;
}

const SAMPLE_LIFE_MS = 60_000;
const MAX_SAMPLES = 12;

export class ServerClock {
  private samples: Sample[] = [];
  private reading: ClockReading = { offsetMs: 0, uncertaintyMs: Number.POSITIVE_INFINITY };
  private readonly listeners = new Set<() => void>();
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** One exchange: sent and received by this device's clock, `serverAtMs` by the server's in between. */
  addSample(sentAtMs: number, serverAtMs: number, receivedAtMs: number): void {
    const roundTripMs = receivedAtMs - sentAtMs;
    if (roundTripMs < 0) return; // the device's clock was set back in between: the sample says nothing
    const takenAtMs = this.now();
    this.samples = this.samples.filter((sample) => takenAtMs - sample.takenAtMs < SAMPLE_LIFE_MS);
    this.samples.push({
      offsetMs: serverAtMs - (sentAtMs + receivedAtMs) / 2,
      uncertaintyMs: roundTripMs / 2,
      takenAtMs,
    });
    if (this.samples.length > MAX_SAMPLES) this.samples.shift();
    this.choose();
  }

  /** Forgets what was measured: the device slept or its clock was set. */
  reset(): void {
    this.samples = [];
    this.reading = { ...this.reading, uncertaintyMs: Number.POSITIVE_INFINITY };
    this.announce();
  }

  serverNowMs(): number {
    return this.now() + this.reading.offsetMs;
  }

  current(): ClockReading {
    return this.reading;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private choose(): void {
    const best = this.samples.reduce((a, b) => (b.uncertaintyMs < a.uncertaintyMs ? b : a));
    this.reading = { offsetMs: best.offsetMs, uncertaintyMs: best.uncertaintyMs };
    this.announce();
  }

  private announce(): void {
    for (const listener of this.listeners) listener();
  }
}

export const serverClock = new ServerClock();

export function serverNowMs(): number {
  return serverClock.serverNowMs();
}

export function useClockReading(): ClockReading {
  return useSyncExternalStore(
    (listener) => serverClock.subscribe(listener),
    () => serverClock.current(),
    () => serverClock.current(),
  );
}
