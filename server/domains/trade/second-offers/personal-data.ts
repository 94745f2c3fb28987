import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const OFFERS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'offer',
    of: ['person_id'],
    why: 'offers to the next participant',
    until: 'for good: accounting and the law of auctions',
    hidden: ['decided_by'],
    lasting: true,
    erasure: 'stays',
  },
];
