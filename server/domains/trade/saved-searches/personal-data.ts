import type { PersonalTable } from '#server/platform/modules/index.ts';

/** Lots that were found for a search, after their people were notified. */
export const FOUND_LOTS_DAYS = 30;

/** What this module stores about persons. */
export const SAVED_SEARCHES_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'saved_search',
    of: ['person_id'],
    why: 'searches of whose new lots a person is notified',
    until: 'as long as the account',
    lasting: false,
    erasure: 'delete',
  },
];
