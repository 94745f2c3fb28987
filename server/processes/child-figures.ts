import type { Metrics, MetricsSnapshot } from '#server/platform/metrics/index.ts';

/** Children send theirs every two seconds. */
const FRESH_MS = 20_000;

/** The latest figures of each child process: those of one that is silent are not shown, and their age is. */
export class ChildFigures {
  readonly #age: Metrics['childFiguresAge'];
  readonly #latest = new Map<string, { figures: MetricsSnapshot; at: number }>();

  constructor({ childFiguresAge }: Pick<Metrics, 'childFiguresAge'>) {
    this.#age = childFiguresAge;
  }

  took(child: string, figures: MetricsSnapshot): void {
    this.#latest.set(child, { figures, at: performance.now() });
  }

  fresh(): MetricsSnapshot[] {
    const fresh: MetricsSnapshot[] = [];
    for (const [child, { figures, at }] of this.#latest) {
      const ageMs = performance.now() - at;
      this.#age.set({ child }, ageMs / 1_000);
      if (ageMs <= FRESH_MS) fresh.push(figures);
    }
    return fresh;
  }
}
