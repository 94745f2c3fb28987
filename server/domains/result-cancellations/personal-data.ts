import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const RESULT_CANCELLATIONS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'sale_claim',
    of: ['seller_id'],
    why: 'what a seller owes after an undone sale',
    until: 'for good: accounting and the law of auctions',
    lasting: true,
    erasure: 'stays',
  },
];
