import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const HAND_OVER_STATES = [
  'awaiting',
  'disputed',
  'confirmed',
  'confirmed-by-staff',
  'cancelled',
] as const;
export type HandOverState = (typeof HAND_OVER_STATES)[number];

/** Somebody has still to act. */
export const OPEN_HAND_OVERS = ['awaiting', 'disputed'] as const satisfies readonly HandOverState[];

/** The buyer has the property. */
export const DONE_HAND_OVERS = [
  'confirmed',
  'confirmed-by-staff',
] as const satisfies readonly HandOverState[];

export const HAND_OVER_COLOURS: Readonly<Record<HandOverState, StatusColour>> = {
  awaiting: 'warning',
  disputed: 'danger',
  confirmed: 'success',
  'confirmed-by-staff': 'success',
  cancelled: 'info',
};

/** The buyer confirms the receipt within so many working days after the payment; then two of staff do. */
export const HAND_OVER_DAYS = 10;

/**
 * Why the buyer of a corrected lot does not leave the sale alone: the seller has recorded that the property is with the buyer, or the
 * buyer disputes the hand-over. Two of staff settle what is wrong then, so that no buyer gets the price back and keeps the property.
 */
export const LEAVE_STOPS = ['recorded', 'disputed'] as const;
export type LeaveStop = (typeof LEAVE_STOPS)[number];

/** null: nothing stops the buyer. Of a hand-over that the buyer may still confirm. */
export const leaveStop = (state: HandOverState, recordedAt: unknown): LeaveStop | null => {
  if (state === 'disputed') return 'disputed';
  return recordedAt === null ? null : 'recorded';
};

/** Letters of what is wrong, as the buyer states it. */
export const DISPUTE_MIN = 20;
export const DISPUTE_MAX = 2_000;

export const HAND_OVER = {
  name: 'hand-over',
  about:
    'The property of a paid sale passes to its buyer, by an acceptance act. One for each sale that is paid, or paid by parts.',
  column: 'hand_over.state',
  states: HAND_OVER_STATES,
  final: ['cancelled'],
  means: {
    awaiting: 'the seller hands over, and the buyer confirms the receipt; after the deadline two of staff do',
    disputed: 'the buyer states that something is wrong; two of staff settle it, or cancel the sale',
    confirmed: 'received: by the word of the buyer, or of two of staff about a dispute',
    'confirmed-by-staff': 'two of staff confirmed it after the deadline',
    cancelled: 'the sale was undone',
  },
  events: {
    open: { from: START, to: 'awaiting', by: ['system'], calls: [{ workflow: 'pay-settlement' }] },
    confirm: {
      from: ['awaiting', 'disputed'],
      to: 'confirmed',
      by: ['owner'],
      calls: [{ contract: 'winlot.confirm-hand-over' }],
      notifies: ['buyer', 'customer'],
    },
    'confirm-by-staff': {
      from: ['awaiting'],
      to: 'confirmed-by-staff',
      by: ['decideHandOvers'],
      calls: [{ workflow: 'confirm-by-staff' }],
      notifies: ['buyer', 'customer'],
    },
    dispute: {
      from: ['awaiting'],
      to: 'disputed',
      by: ['owner'],
      calls: [{ contract: 'winlot.dispute-hand-over' }],
      notifies: ['buyer', 'customer'],
    },
    'settle-dispute': {
      from: ['disputed'],
      to: 'confirmed',
      by: ['decideHandOvers'],
      calls: [{ workflow: 'confirm-by-staff' }],
      notifies: ['buyer', 'customer'],
    },
    'undo-sale': {
      from: ['awaiting', 'disputed', 'confirmed', 'confirmed-by-staff'],
      to: 'cancelled',
      by: ['system'],
      calls: [{ workflow: 'cancel-hand-over' }],
    },
  },
} as const satisfies Lifecycle;
