import { setTimeout as pause } from 'node:timers/promises';
import type { RoomsWatch } from '../bench/rounds.ts';
import { ask } from './database.ts';

/** A room that paused announces its return for a minute; what lasts longer than this waits for staff. */
const BACK_WITHIN_MS = 180_000;
/** A stall is on record once it is over: so long after an answer that names it. */
const RECORDED_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 250;

interface Interruption {
  id: string;
  kind: 'suspended' | 'deadlineMoved';
  cause: string;
  /** Until the time was given back, or the room resumed; null: it has not yet. */
  ms: number | null;
}

const ALL = `
  select current_database() || '/' || lot_id || '/' || seq as id, kind, cause,
    round((ended_us - began_us) / 1000)::float8 as ms
  from auction_interruption order by began_us`;

/** What the product has on record of interruptions of its rooms, in the databases of one benchmark. */
export class RoomWatch implements RoomsWatch {
  readonly #urls: readonly string[];
  readonly #say: (line: string) => void;
  #known = new Set<string>();

  constructor(urls: readonly string[], say: (line: string) => void) {
    this.#urls = urls;
    this.#say = say;
  }

  say(line: string): void {
    this.#say(line);
  }

  async interruptions(refused: Record<string, number>): Promise<string[]> {
    const answers = Object.entries(refused).map(([word, times]) => `${times} answers "${word}"`);
    const fresh = await this.#fresh(answers.length > 0);
    const groups = Map.groupBy(
      fresh,
      ({ kind, cause }) => `${kind === 'suspended' ? 'paused' : 'held'} (${cause})`,
    );
    const found = [...groups].map(([how, rooms]) => {
      const longest = Math.max(...rooms.map(({ ms }) => ms ?? 0));
      return `${rooms.length} ${rooms.length === 1 ? 'room' : 'rooms'} ${how} for ${(longest / 1_000).toFixed(1)} s`;
    });
    return [...found, ...answers];
  }

  /** Interruptions not reported before, once all rooms go on; waits for the first where an answer named one. */
  async #fresh(expected: boolean): Promise<Interruption[]> {
    const lookedFrom = performance.now();
    for (;;) {
      const all = (await Promise.all(this.#urls.map((url) => ask<Interruption>(url, ALL)))).flat();
      const fresh = all.filter(({ id }) => !this.#known.has(id));
      const waited = performance.now() - lookedFrom;
      const settled = all.every(({ ms }) => ms !== null) && (fresh.length > 0 || !expected);
      if (settled || (fresh.length === 0 && waited > RECORDED_WITHIN_MS)) {
        this.#known = new Set(all.map(({ id }) => id));
        return fresh;
      }
      if (waited > BACK_WITHIN_MS) throw new Error('rooms of the benchmark are paused and do not go on');
      await pause(LOOK_EVERY_MS);
    }
  }
}
