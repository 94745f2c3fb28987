/** Pieces are lent in sizes that double, from this on. */
const SMALLEST = 2 * 1024;
/** Longer answers get memory of their own. */
const LARGEST = 512 * 1024;
/** Bytes kept for the next answers at most; pieces under way come on top. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** Memory for one answer. */
export interface Loan {
  /** At least as long as was asked for; nobody else has it until it is given back. */
  readonly bytes: Buffer;
  /**
   * Ends the loan, once; repeated it does nothing. Only for whoever knows that nobody looks at the bytes any more. A loan
   * that is never given back is garbage like any other.
   */
  giveBack(): void;
}

/**
 * Memory of answers, lent until they are sent and then used again. Fresh memory for each answer lies outside the heap, where
 * some megabytes a second bring a full collection every few seconds, during which everybody waits.
 */
export class AnswerMemory {
  readonly #free: Buffer[][] = [];
  #kept = 0;

  lend(length: number): Loan {
    if (length > LARGEST) return { bytes: Buffer.allocUnsafeSlow(length), giveBack: () => undefined };
    const size = length <= SMALLEST ? 0 : 32 - Math.clz32((length - 1) / SMALLEST);
    const free = (this.#free[size] ??= []);
    let bytes = free.pop();
    if (bytes) this.#kept -= bytes.length;
    else bytes = Buffer.allocUnsafeSlow(SMALLEST << size);
    return new OneLoan(bytes, (back) => this.#take(free, back));
  }

  #take(free: Buffer[], bytes: Buffer): void {
    if (this.#kept + bytes.length > KEPT_BYTES) return;
    this.#kept += bytes.length;
    free.push(bytes);
  }
}

class OneLoan implements Loan {
  readonly bytes: Buffer;
  #back: ((bytes: Buffer) => void) | null;

  constructor(bytes: Buffer, back: (bytes: Buffer) => void) {
    this.bytes = bytes;
    this.#back = back;
  }

  giveBack(): void {
    const back = this.#back;
    this.#back = null;
    back?.(this.bytes);
  }
}
