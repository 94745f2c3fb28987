import { quantile } from './quantile.ts';

/** What happened in each second of a load, for its charts. */
export interface Seconds {
  answered: number[];
  accepted: number[];
  /** ms; null: nothing was answered in that second. */
  p50Ms: (number | null)[];
  p99Ms: (number | null)[];
}

/** Gathers answers by the second they were asked for in, from the first one on. */
export class SecondBySecond {
  readonly #latencies: number[][] = [];
  readonly #accepted: number[] = [];
  #startedAt: number | null = null;

  /** `askedAt`: ms of `performance.now()`. */
  add(askedAt: number, latencyMs: number, word: string): void {
    this.#startedAt ??= askedAt;
    const second = Math.max(0, Math.floor((askedAt - this.#startedAt) / 1_000));
    (this.#latencies[second] ??= []).push(latencyMs);
    if (word === 'accepted') this.#accepted[second] = (this.#accepted[second] ?? 0) + 1;
  }

  seconds(): Seconds {
    const latencies = Array.from(this.#latencies, (of) => (of ?? []).toSorted((a, b) => a - b));
    const at = (share: number) =>
      latencies.map((of) => (of.length === 0 ? null : Number(quantile(of, share).toFixed(2))));
    return {
      answered: latencies.map((of) => of.length),
      accepted: latencies.map((_, second) => this.#accepted[second] ?? 0),
      p50Ms: at(0.5),
      p99Ms: at(0.99),
    };
  }
}
