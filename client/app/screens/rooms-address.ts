import { ROOMS_AT_ONCE } from '#client/lib/rooms-at-once.ts';
import { readLotId } from './lot-id.ts';

/** What an address of several rooms names. */
export interface NamedRooms {
  /** Lots whose rooms are shown, each once, in the order of the address. */
  lotIds: number[];
  /** Lots beyond `ROOMS_AT_ONCE`. */
  beyond: number[];
  /** Parts that are no number of a lot, as they were written. */
  wrong: string[];
}

/** Reads `ids` of /game-view?ids=1,2,3. @param text null: the address has none */
export function readRooms(text: string | null): NamedRooms {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  const named = parts.filter((part) => part !== '');
  const lots = new Set(named.map(readLotId).filter((id) => id !== null));
  const wrong = new Set(named.filter((part) => readLotId(part) === null));
  return {
    lotIds: [...lots].slice(0, ROOMS_AT_ONCE),
    beyond: [...lots].slice(ROOMS_AT_ONCE),
    wrong: [...wrong],
  };
}
