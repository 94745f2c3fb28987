import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const PAYMENTS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'top_up',
    of: ['person_id'],
    why: 'payments to the balance',
    until: 'for good: accounting and the law of auctions',
    lasting: true,
  },
  {
    table: 'provider_transaction',
    of: ['person_id'],
    why: 'messages of payment systems about payments',
    until: 'for good: accounting and the law of auctions',
    lasting: true,
  },
  {
    table: 'payout_destination',
    of: ['person_id'],
    why: 'where money is returned to',
    until: 'as long as the account, with refunds for good',
    hidden: ['card_token'],
    lasting: true,
  },
  {
    table: 'card_binding',
    of: ['person_id'],
    why: 'a card that is being added',
    until: 'until its code is entered or too old',
    hidden: ['card_token'],
    lasting: false,
  },
  {
    table: 'refund',
    of: ['person_id'],
    why: 'applications for money back',
    until: 'for good: accounting and the law of auctions',
    hidden: ['card_token'],
    lasting: true,
  },
  {
    table: 'refund_step',
    of: ['person_id'],
    why: 'decisions about money back',
    until: 'for good: accounting and the law of auctions',
    hidden: ['actor', 'actor_name'],
    lasting: true,
  },
  {
    table: 'refund_return',
    of: ['person_id'],
    why: 'money back that a bank returned',
    until: 'for good: accounting and the law of auctions',
    hidden: ['asked_by', 'asked_by_name'],
    lasting: true,
  },
];
