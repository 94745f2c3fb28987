import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const RESULT_CANCELLATIONS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'sale_claim',
    of: ['seller_id', 'buyer_id'],
    why: 'what a seller owes the buyer of an undone sale',
    until: 'for good: accounting and the law of auctions',
    hidden: ['seller_id', 'buyer_id'],
    lasting: true,
    erasure: 'stays',
  },
];
