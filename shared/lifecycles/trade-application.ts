import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

const STORED_APPLICATION_STATUSES = [
  'requested',
  'admitted',
  'cancelling',
  'cancelled',
  'turned-down',
  'revoked',
  'won',
  'lost',
] as const;
/** A person has one application for a lot: applying again after a cancellation is another round of it. */
export type StoredApplicationStatus = (typeof STORED_APPLICATION_STATUSES)[number];

/** In the room, or on the way in or out of it. */
export const LIVING = ['requested', 'admitted', 'cancelling'] as const;
/** Applying again changes nothing. */
export const APPLIED = ['requested', 'admitted'] as const;
/** Over for good: the person cannot apply for this lot again. */
export const APPLICATION_OVER = ['turned-down', 'won', 'lost'] as const;
/** Took part to the end of the auction, whatever came of it. */
export const TO_THE_END = ['admitted', 'won', 'lost'] as const;
/** Was admitted, and did not leave by their own wish: may protest against the result. */
export const MAY_PROTEST = [...TO_THE_END, 'revoked'] as const;
/** Something may still follow for the person. */
export const TAKING_PART = ['requested', 'admitted', 'cancelling', 'won'] as const;

/** Codes of `dictionaries/user-order-statuses`, and what is stored for each. */
export const APPLICATION_SHOWN = {
  sent: ['requested'],
  accepted: ['admitted', 'cancelling'],
  rejected: ['turned-down', 'revoked'],
  cancelled: ['cancelled'],
  won: ['won'],
  'not-won': ['lost'],
} as const satisfies Record<string, readonly StoredApplicationStatus[]>;
/** Who was ever admitted to the room. */
export const EVER_ADMITTED = [
  ...APPLICATION_SHOWN.accepted,
  ...APPLICATION_SHOWN.won,
  ...APPLICATION_SHOWN['not-won'],
] as const satisfies readonly StoredApplicationStatus[];
export type ApplicationStatus = keyof typeof APPLICATION_SHOWN;

export const APPLICATION_COLOURS: Readonly<Record<ApplicationStatus, StatusColour>> = {
  sent: 'primary',
  accepted: 'success',
  rejected: 'danger',
  cancelled: 'info',
  won: 'success',
  'not-won': 'info',
};

export const APPLICATION_STATUSES = [
  'sent',
  'accepted',
  'rejected',
  'cancelled',
  'won',
  'not-won',
] as const satisfies readonly ApplicationStatus[];

export const TRADE_APPLICATION = {
  name: 'trade-application',
  about: 'The right of a person to bid on a lot, from asking for it to what the auction made of it.',
  column: 'trade_application.status',
  states: STORED_APPLICATION_STATUSES,
  final: ['turned-down', 'revoked', 'lost'],
  means: {
    requested: 'waits for the room',
    admitted: 'in the room',
    cancelling: 'on the way out: the room is still to let go',
    cancelled: 'cancelled by the person, who may apply again',
    'turned-down': 'came too late, for an own lot, or of somebody barred meanwhile',
    revoked: 'the right was taken away by staff',
    won: 'the auction was won',
    lost: 'the auction ended and was not won',
  },
  events: {
    apply: {
      from: START,
      to: 'requested',
      by: ['owner'],
      calls: [{ contract: 'user-order.create-user-order' }, { contract: 'trade-applications.join-practice' }],
      notifies: ['bidder'],
    },
    'apply-again': {
      from: ['cancelled'],
      to: 'requested',
      by: ['owner'],
      calls: [{ contract: 'user-order.create-user-order' }],
      notifies: ['bidder'],
    },
    admit: {
      from: ['requested'],
      to: 'admitted',
      by: ['system'],
      calls: [{ workflow: 'approve-application' }, { job: 'approve applications' }],
      notifies: ['bidder'],
    },
    'turn-down': {
      from: ['requested'],
      to: 'turned-down',
      by: ['system'],
      calls: [{ workflow: 'approve-application' }, { workflow: 'release-deposits' }],
      notifies: ['bidder'],
    },
    'begin-cancelling': {
      from: ['requested', 'admitted'],
      to: 'cancelling',
      by: ['owner'],
      calls: [{ contract: 'cabinet.cancel-user-order' }],
    },
    cancel: {
      from: ['cancelling'],
      to: 'cancelled',
      by: ['owner'],
      calls: [{ workflow: 'cancel-application' }],
      deadline: { at: 'trade_application.cancelling_at', sweep: { job: 'finish cancellations' } },
      notifies: ['bidder'],
    },
    'stay-requested': {
      from: ['cancelling'],
      to: 'requested',
      by: ['system'],
      calls: [{ workflow: 'cancel-application' }],
    },
    'stay-admitted': {
      from: ['cancelling'],
      to: 'admitted',
      by: ['system'],
      calls: [{ workflow: 'cancel-application' }],
    },
    revoke: {
      from: ['requested', 'admitted', 'cancelling'],
      to: 'revoked',
      by: ['controlRooms', 'revokeApplications', 'system'],
      calls: [{ contract: 'console.approve-room-request' }, { workflow: 'end-participation' }],
      notifies: ['bidder'],
    },
    // The room carried out a revocation whose process died before it was written here.
    'revoke-after-hammer': {
      from: ['requested', 'admitted', 'cancelling', 'won'],
      to: 'revoked',
      by: ['system'],
      calls: [{ workflow: 'release-deposits' }],
      notifies: ['bidder'],
    },
    win: {
      from: ['admitted', 'cancelling'],
      to: 'won',
      by: ['system'],
      calls: [{ workflow: 'release-deposits' }],
      deadline: { at: 'lot.ended_at', sweep: { job: 'release deposits' } },
      notifies: ['bidder'],
    },
    // From `won` when the result is cancelled.
    lose: {
      from: ['admitted', 'cancelling', 'won'],
      to: 'lost',
      by: ['system'],
      calls: [{ workflow: 'release-deposits' }],
      deadline: { at: 'lot.ended_at', sweep: { job: 'release deposits' } },
      notifies: ['bidder'],
    },
  },
} as const satisfies Lifecycle;
