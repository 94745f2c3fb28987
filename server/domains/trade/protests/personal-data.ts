import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const PROTESTS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'protest',
    of: ['person_id'],
    why: 'protests against results',
    until: 'for good: accounting and the law of auctions',
    hidden: ['decided_by'],
    lasting: true,
    erasure: 'stays',
  },
];
