import type { PersonalTable } from '#server/platform/modules/index.ts';

/** Whose auto-bids a price put to sleep, and which command an auto-bid answered: while the room runs only their owners know it. */
const OF_OTHERS = ['entry.slept', 'entry.bidId'];

/** What this module stores about persons. */
export const AUCTION_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'auction_entry',
    of: ['person'],
    why: 'prices a person offered, in the log of the auction',
    until: 'for good: the log is never changed',
    hidden: ['secret_salt', 'hash', 'own_bid_id', ...OF_OTHERS],
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'auction_lost_entry',
    of: ['person'],
    why: 'prices a person offered that a database lost by returning to an older state',
    until: 'for good: they are evidence of what was taken back',
    hidden: ['hash', 'kind', ...OF_OTHERS],
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'auction_attempt',
    of: ['person'],
    why: 'refused prices with their reasons',
    until: 'for good, or the months of KEEP_ATTEMPTS_MONTHS',
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'auction_attempt_count',
    of: ['person'],
    why: 'how many more were refused',
    until: 'for good, or the months of KEEP_ATTEMPTS_MONTHS',
    lasting: true,
    erasure: 'stays',
  },
];
