/**
 * Callers that wait, by address: one is taken from each address in turn, the oldest first. Every operation takes the same
 * time however many wait.
 */
export class WaitingLines<Caller> {
  /** In the order of their turns. */
  readonly #lines = new Map<string, Caller[]>();
  /** Addresses by the length of their line. */
  readonly #byLength: Set<string>[] = [];
  #longest = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Length of the longest line. */
  get longest(): number {
    return this.#longest;
  }

  lengthOf(address: string): number {
    return this.#lines.get(address)?.length ?? 0;
  }

  add(address: string, caller: Caller): void {
    const line = this.#lines.get(address) ?? [];
    line.push(caller);
    this.#lines.set(address, line);
    this.#resized(address, line.length - 1, line.length);
  }

  /** Removes the oldest caller of the address whose turn it is; the address then waits for all others. */
  takeNext(): Caller | undefined {
    const [next] = this.#lines;
    if (!next) return undefined;
    const [address, line] = next;
    const caller = line.shift();
    this.#lines.delete(address);
    if (line.length > 0) this.#lines.set(address, line);
    this.#resized(address, line.length + 1, line.length);
    return caller;
  }

  /** Removes the newest caller of the longest line. */
  takeFromLongest(): Caller | undefined {
    const [address] = this.#byLength[this.#longest] ?? [];
    const line = address === undefined ? undefined : this.#lines.get(address);
    if (address === undefined || !line) return undefined;
    const caller = line.pop();
    if (line.length === 0) this.#lines.delete(address);
    this.#resized(address, line.length + 1, line.length);
    return caller;
  }

  #resized(address: string, from: number, to: number): void {
    this.#size += to - from;
    this.#byLength[from]?.delete(address);
    if (to > 0) (this.#byLength[to] ??= new Set()).add(address);
    this.#longest = Math.max(this.#longest, to);
    // A line changes by one caller at a time, so this is one step at most.
    while (this.#longest > 0 && !this.#byLength[this.#longest]?.size) this.#longest -= 1;
  }
}
