import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const TRADE_APPLICATIONS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'trade_application',
    of: ['person_id'],
    why: 'applications for auctions',
    until: 'for good: accounting and the law of auctions',
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'technical_break',
    of: ['begun_by', 'ended_by'],
    why: 'breaks of all rooms that a member of staff began or ended',
    until: 'for good: decisions of staff',
    hidden: ['begun_by_name', 'ended_by_name'],
    lasting: true,
    erasure: 'stays',
  },
];
