import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const SIGNED_RECORDS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'signed_statement',
    of: ['person'],
    why: 'receipts that a participant asked for, as signed; codes of protocols with their masked winner',
    until: 'for good: a receipt is never changed, nor issued a second time with other content',
    lasting: true,
    erasure: 'stays',
  },
];
