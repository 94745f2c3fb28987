/** Places remembered at most; who comes later has to begin anew. */
const REMEMBERED = 4_096;
/** Mending more than so many places costs as much as making anew. */
const MENDED = 64;

/** Places whose lots changed, came or went lately, so that what is kept of lots is mended rather than made anew. */
export class ChangeLog {
  #revision = 0;
  #latest: number[] = [];

  /** Counts every place ever told. */
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

  /** What changed since a revision; null: too much, or too long ago. */
  since(revision: number): ReadonlySet<number> | null {
    const count = this.#revision - revision;
    return count > Math.min(MENDED, this.#latest.length)
      ? null
      : new Set(this.#latest.slice(this.#latest.length - count));
  }
}
