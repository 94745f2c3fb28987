import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const PAYOUT_STATES = ['planned', 'approved', 'in-flight', 'paid', 'returned', 'cancelled'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** Those that wait for staff. */
export const WAITING_PAYOUTS = [
  'planned',
  'approved',
  'in-flight',
  'returned',
] as const satisfies readonly PayoutState[];

/** Those that can still be sent. */
export const UNSENT_PAYOUTS = ['planned', 'approved', 'returned'] as const satisfies readonly PayoutState[];

/** The bank has the order, or has carried it out; or all of it paid debts. */
export const SENT_PAYOUTS = ['in-flight', 'paid'] as const satisfies readonly PayoutState[];

/** Those whose requisites are decided, and whose money has not arrived. */
export const DECIDED_PAYOUTS = ['approved', 'in-flight'] as const satisfies readonly PayoutState[];

export const PAYOUT_COLOURS: Readonly<Record<PayoutState, StatusColour>> = {
  planned: 'info',
  approved: 'primary',
  'in-flight': 'warning',
  paid: 'success',
  returned: 'danger',
  cancelled: 'info',
};

/** Why nothing of a payout is approved or sent, the weightiest first. */
export const PAYOUT_HOLDS = ['protest', 'cancellation', 'dispute', 'hand-over', 'protest-window'] as const;
export type PayoutHold = (typeof PAYOUT_HOLDS)[number];

/** Steps of a payout's history. */
export const PAYOUT_ACTIONS = [
  'approved',
  // The seller gave other requisites after an approval: it does not count for them.
  'requisites-changed',
  // When it was to be sent, fewer persons had approved it than it needs by then.
  'too-few-approvals',
  // Some or all of it pays what the seller owes.
  'set-off',
  'sent',
  'paid',
  'returned',
  'planned-again',
  // A proposal to cancel the result takes the approvals back.
  'held',
  'cancelled',
] as const;
export type PayoutAction = (typeof PAYOUT_ACTIONS)[number];

export const PAYOUT = {
  name: 'payout',
  about:
    'What the seller gets for a paid sale, or for paid parts of its price: the sum without the fee of the operator.',
  column: 'payout.state',
  states: PAYOUT_STATES,
  final: ['paid', 'cancelled'],
  means: {
    planned:
      'the sale, or a part of its price, is paid; waits for the hand-over, the end of the time for protests and approval',
    approved: 'enough persons have approved the sum and the requisites',
    'in-flight': 'the bank has the order; the fee is taken',
    paid: 'the bank has paid it out, or all of it paid what the seller owed',
    returned: 'the bank has sent it back, as two persons say by its document',
    cancelled: 'the sale was undone before the money left',
  },
  events: {
    plan: {
      from: START,
      to: 'planned',
      by: ['system'],
      calls: [{ workflow: 'pay-settlement' }, { workflow: 'end-late-parts' }],
    },
    'approve-first': {
      from: ['planned'],
      to: 'planned',
      by: ['decidePayouts'],
      calls: [{ contract: 'console.approve-payout' }],
    },
    approve: {
      from: ['planned'],
      to: 'approved',
      by: ['decidePayouts'],
      calls: [{ contract: 'console.approve-payout' }],
    },
    'change-requisites': {
      from: ['planned', 'approved'],
      to: 'planned',
      by: ['decidePayouts'],
      calls: [{ contract: 'console.approve-payout' }, { contract: 'console.send-payout' }],
    },
    'approve-more': {
      from: ['approved'],
      to: 'planned',
      by: ['decidePayouts'],
      calls: [{ contract: 'console.send-payout' }],
    },
    hold: {
      from: ['approved'],
      to: 'planned',
      by: ['cancelResults'],
      calls: [{ contract: 'console.propose-result-cancellation' }],
    },
    send: {
      from: ['approved'],
      to: 'in-flight',
      by: ['decidePayouts'],
      calls: [{ contract: 'console.send-payout' }],
      notifies: ['customer'],
    },
    'set-off': {
      from: ['approved'],
      to: 'paid',
      by: ['decidePayouts'],
      calls: [{ contract: 'console.send-payout' }],
      notifies: ['customer'],
    },
    settle: {
      from: ['in-flight'],
      to: 'paid',
      by: ['decidePayouts'],
      calls: [{ contract: 'console.settle-payout' }],
      notifies: ['customer'],
    },
    return: {
      from: ['in-flight'],
      to: 'returned',
      by: ['makeDecisions'],
      calls: [{ contract: 'console.decide' }],
      notifies: ['customer'],
    },
    'plan-again': {
      from: ['returned'],
      to: 'planned',
      by: ['decidePayouts'],
      calls: [{ contract: 'console.plan-payout-again' }],
    },
    'undo-sale': {
      from: ['planned', 'approved', 'returned'],
      to: 'cancelled',
      by: ['system'],
      calls: [{ workflow: 'undo-result' }, { workflow: 'end-late-parts' }],
      notifies: ['customer'],
    },
  },
} as const satisfies Lifecycle;

/** From what the account that a seller's order names may differ, and that of others who share the price by a rule set. */
export const REQUISITES_DIFFERENCES = ['profile', 'last-payout', 'first-share', 'last-share'] as const;
export type RequisitesDifference = (typeof REQUISITES_DIFFERENCES)[number];
