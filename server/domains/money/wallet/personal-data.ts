import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const WALLET_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'ledger_account',
    of: ['person_id'],
    why: 'the balance and what is held',
    until: 'for good: accounting and the law of auctions',
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'ledger_journal',
    of: ['person_id'],
    why: 'each movement of money',
    until: 'for good: accounting and the law of auctions',
    hidden: ['actor'],
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'ledger_entry',
    of: [],
    through: { column: 'account_id', table: 'ledger_account', key: 'id', of: 'person_id' },
    why: 'the same in double entry',
    until: 'for good: accounting and the law of auctions',
    lasting: true,
    erasure: 'stays',
  },
];
