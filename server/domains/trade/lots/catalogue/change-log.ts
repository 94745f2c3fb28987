/** Places remembered at most; a list that is further behind has to be rebuilt. */
const REMEMBERED = 4_096;
/** Updating more places than this costs as much as rebuilding. */
const MENDED = 64;

/** Places whose lots recently changed, were added or removed, so that cached lists are updated rather than rebuilt. */
export class ChangeLog {
  #revision = 0;
  #latest: number[] = [];

  /** Number of places ever recorded. */
  get revision(): number {
    return this.#revision;
  }

  add(places: Iterable<number>): void {
    for (const place of places) {
      this.#latest.push(place);
      this.#revision += 1;
    }
    if (this.#latest.length > REMEMBERED) this.#latest = this.#latest.slice(-REMEMBERED / 2);
  }

  /** Changes since a revision; null: too many, or too long ago. */
  since(revision: number): ReadonlySet<number> | null {
    const count = this.#revision - revision;
    return count > Math.min(MENDED, this.#latest.length)
      ? null
      : new Set(this.#latest.slice(this.#latest.length - count));
  }
}
