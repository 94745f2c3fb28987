import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const PAYOUTS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'payout',
    of: ['seller_id'],
    why: 'what a seller is paid',
    until: 'for good: accounting and the law of auctions',
    // Of a share it is somebody else’s.
    hidden: ['recipient'],
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'payout_step',
    of: ['seller_id'],
    why: 'decisions about payments to sellers',
    until: 'for good: accounting and the law of auctions',
    hidden: ['actor'],
    lasting: true,
    erasure: 'stays',
  },
];
