import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const SETTLEMENT_STATES = [
  'awaiting',
  'part-paid',
  'overdue',
  'paid',
  'refused',
  'defaulted',
  'cancelled',
] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

/** Money is still expected. */
export const OPEN_SETTLEMENTS = [
  'awaiting',
  'part-paid',
  'overdue',
] as const satisfies readonly SettlementState[];
/** Those whose clock a protest stops. */
export const PAUSABLE_SETTLEMENTS = [
  'awaiting',
  'part-paid',
  'overdue',
] as const satisfies readonly SettlementState[];
/** The sale came to nothing, or was undone: another one of the same lot may take its place. */
export const LOST_SETTLEMENTS = [
  'refused',
  'defaulted',
  'cancelled',
] as const satisfies readonly SettlementState[];
export const isLost = (state: SettlementState): boolean =>
  (LOST_SETTLEMENTS as readonly SettlementState[]).includes(state);

export const SETTLEMENT_COLOURS: Readonly<Record<SettlementState, StatusColour>> = {
  awaiting: 'warning',
  'part-paid': 'warning',
  overdue: 'danger',
  paid: 'success',
  refused: 'danger',
  defaulted: 'danger',
  cancelled: 'info',
};

/** What was bought by whom: the price at the hammer, an offer that was accepted, or units at a fixed price. */
export const SALE_KINDS = ['hammer', 'reserve', 'sole', 'purchase'] as const;
export type SaleKind = (typeof SALE_KINDS)[number];

/** Why a won lot cannot be paid, accepted or refused now. */
export const SETTLEMENT_REFUSALS = [
  'paid',
  /** A part of the price is paid: it cannot be refused. */
  'part-paid',
  'refused',
  'defaulted',
  'cancelled',
  /** A protest against the result stops it: it waits. */
  'paused',
] as const;
export type SettlementRefusal = (typeof SETTLEMENT_REFUSALS)[number];

export const SETTLEMENT = {
  name: 'settlement',
  about:
    'What the buyer of a sold lot owes, until it is paid or the sale is lost. One for each sale. While an admitted protest of its lot is open, for five working days at most, its clock stops (`paused_at`): it is neither paid, refused nor lost. A price may be paid by parts: part-paid, and overdue while a part is late; its deadline is that of the next part.',
  column: 'settlement.state',
  states: SETTLEMENT_STATES,
  final: ['refused', 'defaulted', 'cancelled'],
  means: {
    awaiting: 'to be paid by its deadline',
    'part-paid': 'paid by parts: the first part is paid, and no other one is late',
    overdue: 'the deadline has passed; it can still be paid until the sale is lost',
    paid: 'paid whole; the deposit counts towards the price',
    refused: 'the buyer refused; the deposit is lost',
    defaulted: 'not paid in time; the deposit is lost, or of a price paid by parts what staff did not return',
    cancelled: 'the result was cancelled: the deposit is released, what was paid is returned',
  },
  events: {
    open: {
      from: START,
      to: 'awaiting',
      by: ['system'],
      calls: [{ workflow: 'open-settlement' }],
      notifies: ['buyer'],
    },
    pay: {
      from: ['awaiting', 'part-paid', 'overdue'],
      to: 'paid',
      by: ['owner', 'system'],
      calls: [{ contract: 'winlot.pay-win-lot' }, { workflow: 'pay-settlement' }],
      notifies: ['buyer', 'customer'],
    },
    // Others of its parts that are paid change nothing about its state; nor does one of several that are late.
    'pay-in-part': {
      from: ['awaiting', 'overdue'],
      to: 'part-paid',
      by: ['owner', 'system'],
      calls: [{ contract: 'winlot.pay-win-lot' }, { workflow: 'pay-settlement' }],
      notifies: ['buyer', 'customer'],
    },
    'fall-overdue': {
      from: ['awaiting', 'part-paid'],
      to: 'overdue',
      by: ['system'],
      calls: [{ workflow: 'sweep-settlements' }],
      deadline: { at: 'settlement.due_at', sweep: { job: 'look at settlements' } },
      notifies: ['buyer'],
    },
    refuse: {
      from: ['awaiting', 'overdue'],
      to: 'refused',
      by: ['owner'],
      calls: [{ contract: 'winlot.refuse-win-lot' }],
      notifies: ['buyer', 'customer'],
    },
    default: {
      from: ['overdue'],
      to: 'defaulted',
      by: ['system'],
      calls: [{ workflow: 'sweep-settlements' }],
      deadline: { at: 'settlement.default_at', sweep: { job: 'look at settlements' } },
      notifies: ['buyer', 'customer'],
    },
    // Paid by parts: never by the clock alone.
    'end-late': {
      from: ['overdue'],
      to: 'defaulted',
      by: ['cancelResults'],
      calls: [{ contract: 'console.approve-result-cancellation' }, { workflow: 'end-late-parts' }],
      notifies: ['buyer', 'customer'],
    },
    'undo-sale': {
      from: ['awaiting', 'part-paid', 'overdue', 'paid'],
      to: 'cancelled',
      by: ['system'],
      calls: [{ workflow: 'undo-result' }, { workflow: 'undo-purchase' }],
      notifies: ['buyer', 'customer'],
    },
  },
} as const satisfies Lifecycle;
