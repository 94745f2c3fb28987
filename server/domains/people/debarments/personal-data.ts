import type { PersonalTable } from '#server/platform/modules/index.ts';
import { UNFINISHED_BAR_PROPOSALS } from '#shared/lifecycles/bar-proposal.ts';

/** What this module stores about persons. */
export const SANCTIONS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'barred_person',
    of: ['person_id'],
    why: 'people barred from auctions, by a keyed hash of their number',
    until: 'until the bar ends, the entry for good',
    hidden: ['id_hash', 'key_check', 'barred_by'],
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'bar_proposal',
    of: ['person_id'],
    why: 'proposals to bar somebody',
    until: 'for good: decisions of staff',
    hidden: ['id_hash', 'proposed_by', 'proposed_by_name', 'decided_by', 'decided_by_name'],
    undecided: { column: 'state', values: UNFINISHED_BAR_PROPOSALS },
    lasting: true,
    erasure: 'stays',
  },
];
