import type { LotRow } from '../state/auction-log.repository.ts';

/** An unknown id causes one look-up per this interval. */
const UNKNOWN_FOR_MS = 1_000;
/** Ids remembered at most, unknown or known to exist. */
const MAX_IDS = 10_000;
/** Look-ups of this long after a query wait for the next one, so that a flood of single ids costs few queries. */
const GAP_MS = 10;
/** Most lots of one query. */
const MAX_LOTS = 500;

interface Waiting {
  resolve(row: LotRow | null): void;
  reject(error: unknown): void;
}

/** Heads of lots from PostgreSQL: all ids of a moment in one query, and an unknown one not again for a second. */
export class LotLookup {
  readonly #read: (lotIds: readonly number[]) => Promise<LotRow[]>;
  readonly #unknownUntil = new Map<number, number>();
  /** A lot once opened stays. */
  readonly #existing = new Set<number>();
  #waiting = new Map<number, Waiting[]>();
  #timer: NodeJS.Timeout | NodeJS.Immediate | null = null;
  #lastQueryAt = -Infinity;

  constructor(read: (lotIds: readonly number[]) => Promise<LotRow[]>) {
    this.#read = read;
  }

  /** Whether `find` answers without PostgreSQL. */
  knownUnknown(lotId: number): boolean {
    return (this.#unknownUntil.get(lotId) ?? 0) > performance.now();
  }

  /** Whether the lot was ever opened. Rejects while PostgreSQL is unavailable. */
  async exists(lotId: number): Promise<boolean> {
    if (this.#existing.has(lotId) || (await this.find(lotId)) !== null) return true;
    // Opened while it was looked up.
    return this.#existing.has(lotId);
  }

  /** The committed head; null when the lot was never opened. Rejects while PostgreSQL is unavailable. */
  find(lotId: number): Promise<LotRow | null> {
    if (this.knownUnknown(lotId)) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(lotId);
      if (waiting) waiting.push({ resolve, reject });
      else this.#waiting.set(lotId, [{ resolve, reject }]);
      this.#schedule();
    });
  }

  /** The lot was just opened on this node. */
  opened(lotId: number): void {
    remember(this.#existing, lotId);
    this.#unknownUntil.delete(lotId);
  }

  /** The next look-up of the id asks PostgreSQL. */
  forgetUnknown(lotId: number): void {
    this.#unknownUntil.delete(lotId);
  }

  /** Removes ids that may be looked up again. */
  sweep(now: number): void {
    for (const [lotId, until] of this.#unknownUntil) if (until < now) this.#unknownUntil.delete(lotId);
  }

  #schedule(): void {
    if (this.#timer) return;
    const run = () => {
      this.#timer = null;
      void this.#query();
    };
    const inMs = this.#lastQueryAt + GAP_MS - performance.now();
    // At the end of this turn of the event loop: a list of lots is then one query.
    this.#timer = inMs > 0 ? setTimeout(run, inMs) : setImmediate(run);
  }

  async #query(): Promise<void> {
    const all = [...this.#waiting];
    const batch = all.slice(0, MAX_LOTS);
    this.#waiting = new Map(all.slice(MAX_LOTS));
    this.#lastQueryAt = performance.now();
    if (this.#waiting.size > 0) this.#schedule();
    try {
      const rows = await this.#read(batch.map(([lotId]) => lotId));
      const found = new Map(rows.map((row) => [row.lotId, row]));
      for (const [lotId, waiting] of batch) {
        const row = found.get(lotId) ?? null;
        if (row) remember(this.#existing, lotId);
        else if (!this.#existing.has(lotId)) this.#setUnknown(lotId);
        for (const { resolve } of waiting) resolve(row);
      }
    } catch (error) {
      // Not retried here: each caller decides.
      for (const { reject } of batch.flatMap(([, waiting]) => waiting)) reject(error);
    }
  }

  #setUnknown(lotId: number): void {
    dropOldest(this.#unknownUntil);
    this.#unknownUntil.set(lotId, performance.now() + UNKNOWN_FOR_MS);
  }
}

function remember(ids: Set<number>, lotId: number): void {
  dropOldest(ids);
  ids.add(lotId);
}

function dropOldest(ids: Set<number> | Map<number, number>): void {
  if (ids.size >= MAX_IDS) ids.delete(ids.keys().next().value as number);
}
