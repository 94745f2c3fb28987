import { AsyncLocalStorage } from 'node:async_hooks';

/** Why what may lag was read from the primary after all. */
export type PrimaryCause = 'own-write' | 'not-usable' | 'failed';

/**
 * One piece of work that only reads and may show a state that is some seconds old. It goes from the replica to the primary, and never back:
 * what it reads later is never older than what it read before.
 */
export class ReadScope {
  #primary: PrimaryCause | null;
  #asOfMs: number | null = null;

  constructor(primary: PrimaryCause | null) {
    this.#primary = primary;
  }

  /** null: it may read from the replica. */
  get primary(): PrimaryCause | null {
    return this.#primary;
  }

  /** The instant for which the oldest thing read from the replica is true; null: everything came from the primary. */
  get asOf(): Date | null {
    return this.#asOfMs === null ? null : new Date(this.#asOfMs);
  }

  usePrimary(cause: PrimaryCause): void {
    this.#primary ??= cause;
  }

  readAsOf(ms: number): void {
    this.#asOfMs = Math.min(this.#asOfMs ?? ms, ms);
  }

  /** Does the work, or a later part of it, within the scope. */
  run<Result>(work: () => Result): Result {
    return scopes.run(this, work);
  }
}

const scopes = new AsyncLocalStorage<ReadScope | undefined>();

export const currentScope = (): ReadScope | undefined => scopes.getStore();

/** The instant for which what this work has read is true, where a replica gave some of it; null: it is true now. */
export const readAsOf = (): Date | null => currentScope()?.asOf ?? null;

/** The same function, called within the scope in which it was made, from wherever it is called. */
export function keepReading<Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const scope = currentScope();
  return scope ? (...args) => scope.run(() => work(...args)) : work;
}

/**
 * Does work that must not lag, or that writes, out of the scope that it is called in: what is cached for other calls, such as
 * a cache that rules read as well.
 */
export const readExactly = <Result>(work: () => Result): Result =>
  currentScope() ? scopes.run(undefined, work) : work();
