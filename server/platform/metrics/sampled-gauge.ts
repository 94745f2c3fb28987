import { Gauge, type Registry } from 'prom-client';

/** After this long of silence a sample is no longer shown, unless the gauge says otherwise. */
const USUAL_FRESH_MS = 20_000;
/** Then its age is forgotten, too: a server that left a cluster is not missed for ever. */
const FORGOTTEN_AFTER = 200;

type Labels = Record<string, string>;

export interface SampledOptions<Name extends string> {
  name: string;
  help: string;
  labelNames?: readonly Name[];
  /** Several periods of whatever sets it. */
  freshMs?: number;
}

/**
 * A gauge of what is read elsewhere again and again. Its last value is not shown once its source is silent: no sample is
 * something else than 0. Until it is first set there is none either, as in processes that never read it.
 */
export class SampledGauge<Name extends string = never> {
  readonly name: string;
  readonly #gauge: Gauge<Name>;
  readonly #freshMs: number;
  readonly #readAt = new Map<string, { labels: Labels; at: number }>();

  constructor(
    { freshMs = USUAL_FRESH_MS, labelNames = [], ...options }: SampledOptions<Name>,
    registers: Registry[],
  ) {
    this.name = options.name;
    this.#freshMs = freshMs;
    this.#gauge = new Gauge({ ...options, labelNames, registers, collect: () => this.#dropStale() });
    // The library begins a gauge without labels with a 0 that was never read.
    if (labelNames.length === 0) this.#gauge.remove();
  }

  set(value: number): void;
  set(labels: Record<Name, string>, value: number): void;
  set(first: number | Record<Name, string>, second?: number): void {
    const labels: Labels = typeof first === 'number' ? {} : first;
    this.#readAt.set(JSON.stringify(labels), { labels, at: performance.now() });
    if (typeof first === 'number') this.#gauge.set(first);
    else this.#gauge.set(first, second ?? NaN);
  }

  get(): ReturnType<Gauge<Name>['get']> {
    return this.#gauge.get();
  }

  /** Since the oldest of its samples was read, ms; null: never set. */
  ageMs(): number | null {
    if (this.#readAt.size === 0) return null;
    return performance.now() - Math.min(...[...this.#readAt.values()].map(({ at }) => at));
  }

  #dropStale(): void {
    for (const [key, { labels, at }] of this.#readAt) {
      const ageMs = performance.now() - at;
      if (ageMs > this.#freshMs) this.#gauge.remove(labels as never);
      if (ageMs > this.#freshMs * FORGOTTEN_AFTER) this.#readAt.delete(key);
    }
  }
}
