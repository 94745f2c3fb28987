import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

/** As `dictionaries/money-back-status` names them. */
export const REFUND_STATUSES = [
  'created',
  'under-review',
  'sent-to-bank',
  'paid',
  'rejected',
  'cancelled',
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const REFUND_COLOURS: Readonly<Record<RefundStatus, StatusColour>> = {
  created: 'info',
  'under-review': 'primary',
  'sent-to-bank': 'warning',
  paid: 'success',
  rejected: 'danger',
  cancelled: 'info',
};

/** Staff can still approve or refuse, and the owner can still take it back. */
export const OPEN_REFUNDS = ['created', 'under-review'] as const satisfies readonly RefundStatus[];
/** Those that wait for staff. */
export const WAITING_REFUNDS: readonly RefundStatus[] = ['created', 'under-review', 'sent-to-bank'];

/** Steps of a refund's history. */
export const REFUND_ACTIONS = [
  'requested',
  'cancelled',
  'approved',
  // Some or all of it pays what the person owes.
  'set-off',
  'sent',
  'refused',
  'paid',
  // The bank sent it back, says one member of staff; a second person agrees, or does not.
  'return-asked',
  'return-rejected',
  'returned',
] as const;
export type RefundAction = (typeof REFUND_ACTIONS)[number];

export const REFUND = {
  name: 'refund',
  about: 'A request of a person to have money of the balance paid out.',
  column: 'refund.status',
  states: REFUND_STATUSES,
  final: ['paid', 'rejected', 'cancelled'],
  means: {
    created: 'not decided; the money is held',
    'under-review': 'approved; one more person approves or sends it',
    'sent-to-bank': 'the money is on its way',
    paid: 'the bank has paid it out, or all of it paid what the person owed',
    rejected: 'refused, or sent back by the bank; the money is on the balance again',
    cancelled: 'taken back by the person; the money is on the balance again',
  },
  events: {
    request: {
      from: START,
      to: 'created',
      by: ['owner'],
      calls: [{ contract: 'refunds.create' }],
      notifies: ['person'],
    },
    cancel: {
      from: ['created', 'under-review'],
      to: 'cancelled',
      by: ['owner'],
      calls: [{ contract: 'refunds.cancel' }],
    },
    'approve-first': {
      from: ['created'],
      to: 'under-review',
      by: ['decideRefunds'],
      calls: [{ contract: 'console.approve-refund' }],
    },
    send: {
      from: ['created', 'under-review'],
      to: 'sent-to-bank',
      by: ['decideRefunds'],
      calls: [{ contract: 'console.approve-refund' }],
    },
    'set-off': {
      from: ['created', 'under-review'],
      to: 'paid',
      by: ['decideRefunds'],
      calls: [{ contract: 'console.approve-refund' }],
      notifies: ['person'],
    },
    refuse: {
      from: ['created', 'under-review'],
      to: 'rejected',
      by: ['decideRefunds'],
      calls: [{ contract: 'console.refuse-refund' }],
      notifies: ['person'],
    },
    'confirm-paid': {
      from: ['sent-to-bank'],
      to: 'paid',
      by: ['decideRefunds'],
      calls: [{ contract: 'console.refund-paid' }],
      notifies: ['person'],
    },
    'ask-return': {
      from: ['sent-to-bank'],
      to: 'sent-to-bank',
      by: ['decideRefunds'],
      calls: [{ contract: 'console.refund-returned' }],
    },
    'reject-return': {
      from: ['sent-to-bank'],
      to: 'sent-to-bank',
      by: ['decideRefunds'],
      calls: [{ contract: 'console.reject-refund-return' }],
    },
    return: {
      from: ['sent-to-bank'],
      to: 'rejected',
      by: ['decideRefunds'],
      calls: [{ contract: 'console.refund-returned' }, { contract: 'console.approve-refund-return' }],
      notifies: ['person'],
    },
  },
} as const satisfies Lifecycle;
