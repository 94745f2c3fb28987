import type { ActionLog } from './action-log.repository.ts';
import type { ActionSearch, ActionSearchFilter, FoundAction } from './action-search.repository.ts';
import { recordReadLots } from './record-read-lots.ts';

export interface ReadActionsDeps {
  search: Pick<ActionSearch, 'find' | 'count' | 'lotsToldOf'>;
  actions: Pick<ActionLog, 'record'>;
  /** Lots whose bidders this person must not see: those they bid on or sell, under any account. */
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
}

/** Who reads, and from where; null: in a file. */
interface ActionsReader {
  personId: string;
  address: string | null;
}

export type ReadActions = ReturnType<typeof createReadActions>;

/**
 * Everybody's actions as one member of staff may read them: without what tells who takes part in lots in which the reader has a part.
 * What tells it of other lots that are not over is recorded with the reader before it is given out.
 */
export function createReadActions({ search, actions, conflicts }: ReadActionsDeps) {
  const readable = async (wanted: ActionSearchFilter, personId: string): Promise<ActionSearchFilter> => ({
    ...wanted,
    withoutLots: await conflicts.lotsOf(personId),
  });

  return {
    /** Newest first; `beforeId`: those older than this one. */
    async find(
      wanted: ActionSearchFilter,
      rows: { limit: number; offset: number; beforeId?: number },
      { personId, address }: ActionsReader,
    ): Promise<FoundAction[]> {
      const found = await search.find(await readable(wanted, personId), rows);
      const lots = await search.lotsToldOf(found);
      await recordReadLots(actions.record, { personId, address: address ?? undefined }, lots);
      return found;
    },

    /** Counts no further than `most`. */
    count: async (wanted: ActionSearchFilter, personId: string, most?: number): Promise<number> =>
      search.count(await readable(wanted, personId), most),
  };
}
