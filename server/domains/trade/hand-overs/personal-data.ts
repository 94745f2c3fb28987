import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const HAND_OVERS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'hand_over',
    of: ['buyer_id', 'seller_id'],
    why: 'how a sold lot was handed over',
    until: 'for good: accounting and the law of auctions',
    hidden: ['buyer_id', 'seller_id', 'confirmed_by', 'act'],
    lasting: true,
    erasure: 'stays',
  },
];
