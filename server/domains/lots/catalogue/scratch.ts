import type { Bits } from './bits.ts';

/**
 * Sets for the length of one question, used again by the next: a dozen fresh ones for each question would keep the
 * garbage collector busier than the question itself. What is taken is good until `begin` is called again, so nothing
 * taken may be held across an await.
 */
export class Scratch {
  #words = 0;
  #sets: Bits[] = [];
  #taken = 0;

  /** @param lots sets taken from now on have room for so many */
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
