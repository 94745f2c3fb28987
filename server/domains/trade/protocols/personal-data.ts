import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const PROTOCOLS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'protocol',
    of: ['winner_person_id'],
    why: 'the outcome of an auction with the name of the winner',
    until: 'for good: accounting and the law of auctions',
    hidden: ['check_word', 'facts.customer', 'facts.customerName', 'facts.customerAddress'],
    lasting: true,
    erasure: 'stays',
  },
];
