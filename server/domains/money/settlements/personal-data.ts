import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const SETTLEMENTS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'settlement',
    of: ['person_id'],
    why: 'what a winner owes and paid',
    until: 'for good: accounting and the law of auctions',
    hidden: ['decided_by'],
    lasting: true,
    erasure: 'stays',
  },
];
