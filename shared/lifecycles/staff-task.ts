import { START, type Lifecycle } from './lifecycle.ts';

/** What a person has to decide or do. */
export const STAFF_TASK_KINDS = [
  /** A leader was disabled: two members of staff decide whether the right to the lot is revoked. A barred one has lost it: they look at the lot. */
  'decide-leader',
  /** The winner declined: the reserve participant is to be invited. */
  'invite-reserve',
  /** Exactly one participant: the lot is to be offered to that one. */
  'offer-to-sole',
  /** The lot is to be put on trade again. */
  'repeat-lot',
  /** An approved order could not be published for a while: a fault that somebody has to find. */
  'publish-order',
  /** The buyer has not confirmed the receipt in time: staff does, once it is known. */
  'confirm-hand-over',
  /** The buyer disputes the hand-over. */
  'settle-hand-over',
  /** A protest that waits for staff. */
  'decide-protest',
  /** Parts of a price are late beyond the patience of the rule set: goes on, ends, or is cancelled. */
  'decide-late-parts',
  /** A buyer with a payment order has not paid by the deadline: two persons confirm that no transfer came. */
  'confirm-absence',
  /** A buyer has been owed for 30 working days: the operator answers, a court has decided, or the buyer waives it. */
  'end-claim',
  /** Who has another person's transfer has owed it for 30 working days: the operator may answer for it. */
  'end-credit-claim',
  /** One member of staff has shut the account of a buyer or a seller: a second one confirms it, or opens the account. */
  'second-shutting',
  /** One member of staff has suspended a sale at a fixed price: a second one resumes it, or asks for its withdrawal. */
  'suspended-sale',
] as const;
export type StaffTaskKind = (typeof STAFF_TASK_KINDS)[number];

/** Tasks that end with the decision they ask for: none is marked as done while the matter is open. */
export const TASKS_ENDED_BY_DECISION: readonly StaffTaskKind[] = [
  'confirm-hand-over',
  'settle-hand-over',
  'decide-protest',
  'end-claim',
  'end-credit-claim',
];

export const STAFF_TASK_STATES = ['open', 'done', 'all'] as const;
export type StaffTaskState = (typeof STAFF_TASK_STATES)[number];

export const STAFF_TASK = {
  name: 'staff-task',
  about: 'What a member of staff has to decide or do.',
  column: null,
  states: ['open', 'done'],
  final: ['done'],
  means: { open: 'to be done; overdue after its due time', done: 'done by a member of staff' },
  events: {
    open: {
      from: START,
      to: 'open',
      by: ['system'],
      calls: [
        { workflow: 'conclude-auction' },
        { workflow: 'revoke-application' },
        { workflow: 'list-lot-from-order' },
        { workflow: 'sweep-hand-overs' },
        { workflow: 'dispute-hand-over' },
        { workflow: 'file-protest' },
        { workflow: 'answer-protest' },
        { workflow: 'sweep-settlements' },
        { job: 'ask about old claims' },
        { job: 'ask about transfers not paid back' },
        { job: 'ask about standstills' },
        { workflow: 'suspend-sale' },
      ],
    },
    take: {
      from: ['open'],
      to: 'open',
      by: ['finishTasks'],
      calls: [{ contract: 'console.take-task' }],
    },
    'hand-over': {
      from: ['open'],
      to: 'open',
      by: ['finishTasks'],
      calls: [{ contract: 'console.hand-over-task' }],
    },
    finish: {
      from: ['open'],
      to: 'done',
      by: ['finishTasks', 'system'],
      calls: [
        { contract: 'console.finish-task' },
        { contract: 'console.uphold-protest' },
        { contract: 'console.dismiss-protest' },
        { workflow: 'confirm-hand-over' },
        { workflow: 'end-standstill' },
        { workflow: 'suspend-sale' },
      ],
    },
  },
} as const satisfies Lifecycle;
