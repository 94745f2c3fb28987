import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const BANK_STATEMENTS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'bank_statement_line',
    of: ['person_id'],
    why: 'lines of bank statements that belong to a person',
    until: 'for good: accounting and the law of auctions',
    // Who paid may be somebody else, whose transfer was credited by mistake.
    hidden: [
      'asked_by',
      'decided_by',
      'party_name',
      'party_account',
      'party_mfo',
      'party_stir',
      'purpose',
      'names_settlement_id',
    ],
    lasting: true,
    erasure: 'stays',
  },
];
