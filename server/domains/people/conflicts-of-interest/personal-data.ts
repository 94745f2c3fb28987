import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const CONFLICTS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'conflict_of_interest',
    of: ['person_id'],
    why: 'decisions of staff refused for a conflict of interest',
    until: 'for good: the audit',
    hidden: ['staff_person_id', 'staff_name'],
    lasting: true,
    erasure: 'stays',
  },
];
