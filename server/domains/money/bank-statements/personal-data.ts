import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const BANK_STATEMENTS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'bank_statement_line',
    of: ['person_id'],
    why: 'lines of bank statements that belong to a person',
    until: 'for good: accounting and the law of auctions',
    hidden: ['asked_by', 'decided_by'],
    lasting: true,
    erasure: 'stays',
  },
];
