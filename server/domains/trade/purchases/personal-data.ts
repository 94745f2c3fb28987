import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const PURCHASES_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'purchase',
    of: ['person_id'],
    why: 'units bought at a fixed price',
    until: 'for good: accounting and the law of auctions',
    lasting: true,
    erasure: 'stays',
  },
];
