/** Sizes of pooled buffers double, starting from this one. */
const MIN_BUFFER_BYTES = 2 * 1024;
/** Longer answers get a buffer of their own, which is not pooled. */
const MAX_BUFFER_BYTES = 512 * 1024;
/** Free bytes in the pool at most; buffers in use are not counted. */
const MAX_FREE_BYTES = 16 * 1024 * 1024;

/** The buffer of one answer. */
export interface PooledBuffer {
  /** At least as long as requested; exclusive until it is released. */
  readonly bytes: Buffer;
  /**
   * Returns the buffer to the pool; repeated calls do nothing. To be called only once the bytes are no longer read. A buffer
   * that is never released is garbage-collected.
   */
  release(): void;
}

/**
 * A pool of buffers for answers. New memory for each answer lies outside the heap, where some megabytes a second cause a full
 * collection every few seconds, during which every request waits.
 */
export class AnswerBuffers {
  readonly #free: Buffer[][] = [];
  #freeBytes = 0;

  acquire(length: number): PooledBuffer {
    if (length > MAX_BUFFER_BYTES) return { bytes: Buffer.allocUnsafeSlow(length), release: () => undefined };
    const size = length <= MIN_BUFFER_BYTES ? 0 : 32 - Math.clz32((length - 1) / MIN_BUFFER_BYTES);
    const free = (this.#free[size] ??= []);
    let bytes = free.pop();
    if (bytes) this.#freeBytes -= bytes.length;
    else bytes = Buffer.allocUnsafeSlow(MIN_BUFFER_BYTES << size);
    return new OnePooledBuffer(bytes, (released) => this.#take(free, released));
  }

  #take(free: Buffer[], bytes: Buffer): void {
    if (this.#freeBytes + bytes.length > MAX_FREE_BYTES) return;
    this.#freeBytes += bytes.length;
    free.push(bytes);
  }
}

class OnePooledBuffer implements PooledBuffer {
  readonly bytes: Buffer;
  #onRelease: ((bytes: Buffer) => void) | null;

  constructor(bytes: Buffer, onRelease: (bytes: Buffer) => void) {
    this.bytes = bytes;
    this.#onRelease = onRelease;
  }

  release(): void {
    const onRelease = this.#onRelease;
    this.#onRelease = null;
    onRelease?.(this.bytes);
  }
}
