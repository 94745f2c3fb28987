import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const FAVOURITES_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'favourite_lot',
    of: ['person_id'],
    why: 'lots a person marked',
    until: 'as long as the account',
    lasting: false,
    erasure: 'delete',
  },
];
