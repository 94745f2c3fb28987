import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const NUMBER_CLAIMS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'number_claim',
    of: ['claimant_id'],
    why: 'claims to a PINFL or STIR that another account had',
    until: 'for good: decisions of staff',
    hidden: ['proposed_by', 'proposed_reason', 'holder_ids', 'decided_by'],
    lasting: true,
    erasure: { clear: { number: '', statement: '' } },
    files: 'number-claim',
  },
];
