/** Finished bytes by lot, the least recently used ones forgotten past a number of bytes. */
export class Bodies {
  readonly #held = new Map<number, Buffer>();
  readonly #limit: number;
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  get(id: number): Buffer | undefined {
    const body = this.#held.get(id);
    if (body) {
      this.#held.delete(id);
      this.#held.set(id, body);
    }
    return body;
  }

  put(id: number, body: Buffer): void {
    this.drop(id);
    this.#held.set(id, body);
    this.#bytes += body.length;
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.drop(oldest);
    }
  }

  drop(id: number): void {
    this.#bytes -= this.#held.get(id)?.length ?? 0;
    this.#held.delete(id);
  }

  clear(): void {
    this.#held.clear();
    this.#bytes = 0;
  }
}
