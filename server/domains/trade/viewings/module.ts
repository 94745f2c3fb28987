import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { RefusalToApproach } from '#server/domains/trade/lots/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { PAST_VIEWING_DAYS } from '#shared/limits/viewings.ts';
import { createBookViewings } from './book-viewings.ts';
import { createOfferViewings } from './offer-viewings.ts';
import { VIEWINGS_PERSONAL_DATA } from './personal-data.ts';
import { createReadViewings } from './read-viewings.ts';
import { viewingsExport, viewingsOfMyLotsExport } from './viewings-exports.ts';

const EVERY_MS = 60_000;

interface ViewingsNeeds extends Pick<Base, 'database'> {
  actions: Pick<ActionLog, 'record'>;
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  notifications: Pick<Notifications, 'notify'>;
  refusalToApproach: RefusalToApproach;
}

/** Times at which sellers show their lots, and who comes. */
export const viewingsModule = defineModule({
  name: 'viewings',
  personalData: VIEWINGS_PERSONAL_DATA,
  create({
    database: { db },
    actions,
    conflicts,
    namesOf,
    notifications: { notify },
    refusalToApproach,
  }: ViewingsNeeds) {
    return {
      offerViewings: createOfferViewings({ db, notify }),
      bookViewings: createBookViewings({ db, notify, refusalToApproach }),
      readViewings: createReadViewings({
        db,
        actions,
        namesOf,
        rivalLots: (personId) => conflicts.lotsOf(personId),
      }),
    };
  },
  jobs: ({ offerViewings }) => [
    {
      name: 'call off viewings of ended lots',
      everyMs: EVERY_MS,
      run: () => offerViewings.endWithTrade(),
    },
    { name: 'remind of viewings', everyMs: EVERY_MS, run: () => offerViewings.remind() },
  ],
  retention: ({ readViewings }) => [
    { name: 'viewings', days: PAST_VIEWING_DAYS, purge: (days) => readViewings.purge(days) },
  ],
  exports: ({ readViewings }) => ({
    viewings: viewingsOfMyLotsExport(readViewings),
    'console-viewings': viewingsExport(readViewings),
  }),
});
