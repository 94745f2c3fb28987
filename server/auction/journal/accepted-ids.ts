import { setTimeout as pause } from 'node:timers/promises';
import type { LotState } from '../state/contract.ts';
import type { JournalContext } from './journal-memory.ts';
import type { LoadSource } from './load-source.repository.ts';

type Context = Pick<JournalContext, 'state' | 'log'>;

/** The newest ids are loaded with the lot, those of this many entries: a repeat nearly always follows within seconds. */
const LOADED_WITH_LOT = 2_000;
/** Entries whose ids are added in one call: it must not hold Redis up for other rooms. */
const PER_CALL = 250;
const BACKOFF_MS = 200;
/** After each call it rests this many times as long as the call took: other rooms' bids need PostgreSQL and Redis too. */
const REST = 2;

/** Accepted ids that a lot in Redis still misses: those of the entries up to `throughSeq`. */
export interface MissingIds {
  lotId: number;
  epoch: number;
  throughSeq: number;
}

/** The ids of entries up to this sequence are not loaded with a lot whose log ends at `seq`. */
export const idsLoadedAfter = (seq: number): number => Math.max(seq - LOADED_WITH_LOT, 0);

/**
 * Which accepted ids are loaded with a lot, and up to which sequence they are added afterwards (0: none is missing).
 * `fromSeq`: the state was folded from a snapshot at this sequence, whose ids it lacks.
 */
export function idsToLoad(
  { accepted, seq }: LotState,
  fromSeq: number,
): { accepted: LotState['accepted']; missingThrough: number } {
  const missingThrough = Math.max(fromSeq, idsLoadedAfter(seq));
  if (missingThrough === 0) return { accepted, missingThrough };
  const newest = Object.entries(accepted).filter(([, answer]) => answer.seq > missingThrough);
  return { accepted: Object.fromEntries(newest), missingThrough };
}

/**
 * Adds the accepted ids of long logs to Redis in the background, one lot after the other. Until a lot's are complete its
 * scripts ask for an unknown id to be looked up in PostgreSQL, so how long this takes changes no answer.
 */
export class AcceptedIds {
  readonly #context: Context;
  readonly #source: () => Promise<LoadSource>;
  readonly #waiting = new Map<number, MissingIds>();
  #running: Promise<void> | null = null;

  constructor(context: Context, source: () => Promise<LoadSource>) {
    this.#context = context;
    this.#source = source;
  }

  /** Replaces what was to be added to the lot in an earlier epoch. */
  add(missing: MissingIds): void {
    this.#waiting.delete(missing.lotId);
    this.#waiting.set(missing.lotId, missing);
    this.#start();
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#waiting.size > 0) this.#start();
    });
  }

  drop(matches: (lotId: number) => boolean): void {
    for (const lotId of this.#waiting.keys()) if (matches(lotId)) this.#waiting.delete(lotId);
  }

  /** Resolves when nothing is in progress any more; never rejects. */
  async stop(): Promise<void> {
    this.#waiting.clear();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (const missing of this.#waiting.values()) {
      try {
        await this.#complete(missing);
        if (this.#isCurrent(missing)) this.#waiting.delete(missing.lotId);
      } catch (error) {
        // Retried from the start of this lot: an id that is already there is left as it is.
        if (!this.#isCurrent(missing)) continue;
        this.#context.log.warn({ err: error, lotId: missing.lotId }, 'accepted ids could not be added yet');
        await pause(BACKOFF_MS);
        if (!this.#isCurrent(missing)) continue;
        this.#waiting.delete(missing.lotId);
        this.#waiting.set(missing.lotId, missing);
      }
    }
  }

  #isCurrent(missing: MissingIds): boolean {
    return this.#waiting.get(missing.lotId) === missing;
  }

  async #complete(missing: MissingIds): Promise<void> {
    const { lotId, epoch } = missing;
    let beforeSeq: number | null = missing.throughSeq + 1;
    while (beforeSeq !== null && this.#isCurrent(missing)) {
      const begunAt = performance.now();
      const page = await (await this.#source()).acceptedIds(lotId, beforeSeq, PER_CALL);
      if (!this.#isCurrent(missing)) return;
      if (!(await this.#context.state.addIds(lotId, epoch, page.answers, page.beforeSeq === null))) return;
      ({ beforeSeq } = page);
      await pause(REST * (performance.now() - begunAt));
    }
  }
}
