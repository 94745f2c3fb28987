/** What a person has to decide or do. */
export const STAFF_TASK_KINDS = [
  /** A leader was disabled or barred: two members of staff decide whether the right to the lot is revoked. */
  'decide-leader',
  /** The winner declined: the reserve participant is to be invited. */
  'invite-reserve',
  /** Exactly one participant: the lot is to be offered to that one. */
  'offer-to-sole',
  /** The lot is to be put on trade again. */
  'repeat-lot',
] as const;
export type StaffTaskKind = (typeof STAFF_TASK_KINDS)[number];

export const STAFF_TASK_STATES = ['open', 'done', 'all'] as const;
export type StaffTaskState = (typeof STAFF_TASK_STATES)[number];
