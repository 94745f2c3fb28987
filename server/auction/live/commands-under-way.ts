/** Commands that wait for their answers: an orderly end waits for them. */
export class CommandsUnderWay {
  #count = 0;
  #none: (() => void) | null = null;
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
    if (this.#count === 0) this.#none?.();
  }

  /** Resolves when all are answered, at the latest after `limitMs`. */
  async finish(limitMs: number): Promise<void> {
    this.#ending = true;
    if (this.#count === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#none = resolve;
      timer = setTimeout(resolve, limitMs);
    });
    clearTimeout(timer);
  }
}
