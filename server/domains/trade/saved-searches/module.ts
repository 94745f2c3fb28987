import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createNotifyOfLots } from './notify-of-lots.ts';
import { FOUND_LOTS_DAYS, SAVED_SEARCHES_PERSONAL_DATA } from './personal-data.ts';
import { createSavedSearchesRepository } from './saved-searches.repository.ts';
import { createSavedSearches } from './saved-searches.service.ts';

const NOTIFY_MS = 60_000;

interface SavedSearchesNeeds extends Pick<Base, 'database'> {
  notifications: Notifications;
}

export const savedSearchesModule = defineModule({
  name: 'saved-searches',
  personalData: SAVED_SEARCHES_PERSONAL_DATA,
  create: ({ database: { db }, notifications }: SavedSearchesNeeds) => ({
    savedSearches: createSavedSearches(db),
    notifyOfLots: createNotifyOfLots(db, notifications),
  }),
  jobs: ({ notifyOfLots }) => [
    { name: 'notify of lots of saved searches', everyMs: NOTIFY_MS, run: notifyOfLots },
  ],
  retention: ({ database: { db } }) => [
    {
      name: 'lots of saved searches',
      days: FOUND_LOTS_DAYS,
      purge: (days) => createSavedSearchesRepository(db).purge(days),
    },
  ],
});
