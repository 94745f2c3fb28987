import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { pathOfSearch } from './path-of-search.ts';
import { createSavedSearchesRepository } from './saved-searches.repository.ts';
import { foldSearches } from './saved-searches.service.ts';

const HOUR_MS = 3_600_000;
/** Searches of one round; the others follow in the next. */
const AT_ONCE = 500;

/**
 * Finds new lots for saved searches, and writes one message about all that were found for a search, once an hour at most. One round, to be
 * repeated by any number of workers; each lot is found once for a search.
 */
export function createNotifyOfLots(db: AnyDb, notifications: Notifications, now = Date.now) {
  return async (): Promise<void> => {
    await foldSearches(db);
    await inTransaction(db, (tx) => createSavedSearchesRepository(tx).look());
    const due = await createSavedSearchesRepository(db).due(new Date(now() - HOUR_MS), AT_ONCE);
    for (const id of due)
      await inTransaction(db, async (tx) => {
        const found = await createSavedSearchesRepository(tx).take(id);
        const newest = found?.lots[0];
        if (!found || !newest) return;
        const { search, lots } = found;
        await notifications.notify(tx, {
          personId: search.person_id,
          key: `saved-search:${id}:${newest.id}`,
          template: 'saved-search-found',
          params: {
            lotId: newest.id,
            lotTitle: newest.title,
            searchName: search.name,
            searchPath: pathOfSearch(search.filter),
            count: lots.length,
          },
        });
      });
  };
}
