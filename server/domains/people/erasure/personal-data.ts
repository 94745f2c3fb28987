import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const ERASURE_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'erasure',
    of: ['person_id'],
    why: 'requests to delete the account',
    until: 'for good: proof that it was asked for and done',
    lasting: true,
    erasure: 'stays',
  },
];
