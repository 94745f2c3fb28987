import { START, type Lifecycle } from './lifecycle.ts';
import { LOT_STATUS, type LotStatus, type StatusColour } from './lot-status.ts';

export const RESULT_CANCELLATION_STATES = [
  'prepared',
  'proposed',
  'approved',
  'turned-down',
  'dropped',
] as const;
export type ResultCancellationState = (typeof RESULT_CANCELLATION_STATES)[number];

/** Not decided yet: several of one sale may be prepared, by one person each, and one of them is proposed. */
export const OPEN_RESULT_CANCELLATIONS = [
  'prepared',
  'proposed',
] as const satisfies readonly ResultCancellationState[];

/**
 * The result of an auction, or one sale at a fixed price, is cancelled and everything returned; the same because its seller did not hand over what
 * was sold, which counts as a withdrawal of theirs; or a sale that is paid by parts ends because parts are late, and the buyer gets back what was
 * stated.
 */
export const RESULT_CANCELLATION_KINDS = ['cancel', 'not-handed-over', 'default'] as const;
export type ResultCancellationKind = (typeof RESULT_CANCELLATION_KINDS)[number];

/** Sold lots whose result staff may cancel. Results without a sale are cancelled by protests alone. */
export const CANCELLED_BY_STAFF: readonly LotStatus[] = [
  LOT_STATUS.priceFormed,
  LOT_STATUS.awaitingPayment,
  LOT_STATUS.soldAndPaid,
  LOT_STATUS.offeredToOne,
  LOT_STATUS.paymentOverdue,
  LOT_STATUS.paidInPart,
];

/**
 * Why a result cannot be cancelled: the lot has no result that can be, or the bank has an order of a payout and has not said
 * whether it is carried out, or the account of the buyer is erased and no money may come to it. Of a default also: no part is late beyond the patience of the rule set, more is to be returned
 * than the platform holds by now, or a transfer may have paid the part: two persons decide about it, or say that none came, first.
 */
export const UNDO_REFUSALS = [
  'status',
  'payout-in-flight',
  'buyer-erased',
  'not-late',
  'above-held',
  'transfer-waits',
] as const;
export type UndoRefusal = (typeof UNDO_REFUSALS)[number];

export const RESULT_CANCELLATION_COLOURS: Readonly<Record<ResultCancellationState, StatusColour>> = {
  prepared: 'info',
  proposed: 'warning',
  approved: 'success',
  'turned-down': 'danger',
  dropped: 'info',
};

export const RESULT_CANCELLATION = {
  name: 'result-cancellation',
  about:
    'A proposal of staff to cancel the result of an auction or one sale at a fixed price, by two persons and a document.',
  column: 'result_cancellation.state',
  states: RESULT_CANCELLATION_STATES,
  final: ['approved', 'turned-down', 'dropped'],
  means: {
    prepared: 'being prepared: its documents are uploaded',
    proposed: 'waits for a second person',
    approved: 'the result is cancelled',
    'turned-down': 'turned down by a second person, with the reason',
    dropped: 'given up, or without an object because a protest has cancelled the result',
  },
  events: {
    prepare: {
      from: START,
      to: 'prepared',
      by: ['cancelResults'],
      calls: [{ contract: 'console.prepare-result-cancellation' }],
    },
    propose: {
      from: ['prepared'],
      to: 'proposed',
      by: ['cancelResults'],
      calls: [{ contract: 'console.propose-result-cancellation' }],
    },
    approve: {
      from: ['proposed'],
      to: 'approved',
      by: ['cancelResults'],
      calls: [{ contract: 'console.approve-result-cancellation' }],
      notifies: ['buyer', 'bidder', 'customer'],
    },
    'turn-down': {
      from: ['proposed'],
      to: 'turned-down',
      by: ['cancelResults'],
      calls: [{ contract: 'console.turn-down-result-cancellation' }],
    },
    drop: {
      from: ['prepared', 'proposed'],
      to: 'dropped',
      by: ['cancelResults'],
      calls: [{ contract: 'console.drop-result-cancellation' }],
    },
    'close-with-result': {
      from: ['prepared', 'proposed'],
      to: 'dropped',
      by: ['system', 'cancelResults'],
      calls: [{ workflow: 'decide-protest' }, { contract: 'console.approve-result-cancellation' }],
    },
  },
} as const satisfies Lifecycle;
