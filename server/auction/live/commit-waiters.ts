/** `raised`: the lot's epoch was raised before the sequence was committed; PostgreSQL knows the outcome. */
export type CommitOutcome = 'committed' | 'raised' | 'timeout';

interface Waiter {
  epoch: number;
  seq: number;
  until: number;
  resolve(outcome: CommitOutcome): void;
}

/** Verdicts of one lot that wait, by sequence, for the commit of the state they were judged on. */
export class CommitWaiters {
  #waiters: Waiter[] = [];

  get size(): number {
    return this.#waiters.length;
  }

  /** Waits until `seq` of `epoch` is committed, at the latest until performance.now() passes `until`. */
  wait(epoch: number, seq: number, until: number): Promise<CommitOutcome> {
    return new Promise((resolve) => {
      const list = this.#waiters;
      // Verdicts arrive nearly in order: the position is almost always the end.
      let at = list.length;
      while (at > 0 && (list[at - 1] as Waiter).seq > seq) at -= 1;
      const waiter = { epoch, seq, until, resolve };
      if (at === list.length) list.push(waiter);
      else list.splice(at, 0, waiter);
    });
  }

  /** Entries of `epoch` are committed through `seq`. */
  committed(epoch: number, seq: number): void {
    const list = this.#waiters;
    let through = 0;
    while (through < list.length && (list[through] as Waiter).seq <= seq) through += 1;
    if (through === 0) return;
    const reached = list.slice(0, through);
    this.#waiters = list.slice(through);
    for (const waiter of reached) waiter.resolve(waiter.epoch === epoch ? 'committed' : 'raised');
  }

  /** The lot continues in `epoch`: uncommitted entries of earlier epochs are void. */
  raised(epoch: number): void {
    this.#settle((waiter) => waiter.epoch < epoch, 'raised');
  }

  expire(now: number): void {
    if (this.#waiters.length > 0) this.#settle((waiter) => waiter.until <= now, 'timeout');
  }

  #settle(matches: (waiter: Waiter) => boolean, outcome: CommitOutcome): void {
    const settled = this.#waiters.filter(matches);
    if (settled.length === 0) return;
    this.#waiters = this.#waiters.filter((waiter) => !matches(waiter));
    for (const waiter of settled) waiter.resolve(outcome);
  }
}
