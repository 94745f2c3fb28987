import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const LOT_QUESTIONS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'lot_question',
    of: ['person_id', 'answered_by'],
    why: 'questions about lots and answers to them',
    until:
      'shown ones for good, without their author after an erasure: what bidders have read; others 90 days after they ended',
    // The seller does not learn who asked, from a file of their own data neither.
    hidden: ['person_id', 'decided_by'],
    lasting: false,
    erasure: { clear: { person_id: null }, whose: ['person_id'] },
  },
];
