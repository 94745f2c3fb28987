/** Commands that wait for their answers: an orderly end waits for them. */
export class CommandsUnderWay {
  #count = 0;
  readonly #waiting = new Set<() => void>();
  #ending = false;

  /** From now on no new command may begin. */
  get ending(): boolean {
    return this.#ending;
  }

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  /** Resolves when all are answered, at the latest after `limitMs`. */
  async finish(limitMs: number): Promise<void> {
    this.#ending = true;
    if (this.#count === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#waiting.add(resolve);
      timer = setTimeout(() => {
        this.#waiting.delete(resolve);
        resolve();
      }, limitMs);
    });
    clearTimeout(timer);
  }
}
