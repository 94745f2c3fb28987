import { inTransaction, runBackfill, type AnyDb } from '#server/platform/database/index.ts';
import { ruleForbids } from '#server/platform/errors/index.ts';
import {
  SAVED_SEARCHES_MAX,
  type SavedFilter,
  type SavedSearch,
} from '#shared/api/cabinet/saved-searches.ts';
import { SEARCH_VERSION, searchForm } from '#shared/i18n/transliterate.ts';
import { pathOfSearch } from './path-of-search.ts';
import { createSavedSearchesRepository, type SavedSearchRow } from './saved-searches.repository.ts';

/** Further words of a search are ignored, as by the list of lots. */
const WORDS_MAX = 8;
const FOLDED_AT_ONCE = 200;

export interface SavedSearches {
  /** The newest first. */
  list(personId: string): Promise<SavedSearch[]>;
  /** 422 `saved-searches.too-many`. */
  save(personId: string, name: string, filter: SavedFilter): Promise<SavedSearch>;
  /** Removing what is not there changes nothing. */
  remove(personId: string, id: number): Promise<void>;
}

const viewOf = ({ id, name, filter, created_at, notified_at }: SavedSearchRow): SavedSearch => ({
  id,
  name,
  path: pathOfSearch(filter),
  createdAtMs: created_at.getTime(),
  notifiedAtMs: notified_at?.getTime() ?? null,
});

const wordsOf = ({ q = '' }: SavedFilter): string[] =>
  [...new Set(searchForm(q).split(' ').filter(Boolean))].slice(0, WORDS_MAX);

/** Searches that people saved to be notified of new lots. */
export function createSavedSearches(db: AnyDb): SavedSearches {
  const searches = createSavedSearchesRepository(db);
  return {
    list: async (personId) => (await searches.of(personId)).map(viewOf),

    async save(personId, name, filter) {
      const search = { personId, name, filter, words: wordsOf(filter) };
      const saved = await inTransaction(db, (tx) =>
        createSavedSearchesRepository(tx).save(search, SAVED_SEARCHES_MAX),
      );
      if (!saved) throw ruleForbids('saved-searches.too-many', { values: { max: SAVED_SEARCHES_MAX } });
      return viewOf(saved);
    },

    remove: (personId, id) => searches.remove(personId, id),
  };
}

/** Computes words again that an earlier version of the code has stored. */
export const foldSearches = (db: AnyDb): Promise<void> =>
  runBackfill(db, {
    name: 'saved-search',
    version: SEARCH_VERSION,
    async batch(afterId) {
      const searches = createSavedSearchesRepository(db);
      const next = await searches.withWords(afterId, FOLDED_AT_ONCE);
      for (const { id, filter } of next) await searches.setWords(id, wordsOf(filter));
      return next.at(-1)?.id ?? null;
    },
  });
