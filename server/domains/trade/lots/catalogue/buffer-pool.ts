import type { Bits } from './bit-set.ts';

/**
 * Bit sets for the duration of one query, reused by the next one: allocating a dozen per query would cost more in
 * garbage collection than the query itself. A set is valid until `begin` is called again, so none may be held across an
 * await.
 */
export class BufferPool {
  #words = 0;
  #sets: Bits[] = [];
  #taken = 0;

  /** @param lots capacity of the sets taken from now on */
  begin(lots: number): void {
    const words = (lots + 31) >>> 5;
    if (words !== this.#words) {
      this.#words = words;
      this.#sets = [];
    }
    this.#taken = 0;
  }

  empty(): Bits {
    return this.#take().fill(0);
  }

  copyOf(set: Bits): Bits {
    const copy = this.#take();
    if (set.length >= copy.length) copy.set(set.subarray(0, copy.length));
    else copy.fill(0, set.length).set(set);
    return copy;
  }

  #take(): Bits {
    const set = (this.#sets[this.#taken] ??= new Int32Array(this.#words));
    this.#taken += 1;
    return set;
  }
}
