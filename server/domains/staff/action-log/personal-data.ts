import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const ACTION_LOG_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'person_action',
    of: ['person_id'],
    why: 'what was done with the account, from which address',
    until: 'for good, or the months of KEEP_ACTIONS_MONTHS',
    lasting: 'stays',
    erasure: 'stays',
  },
];
