import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const OFFER_STATES = ['open', 'accepted', 'declined', 'lapsed', 'void'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** Their participant may still answer. */
export const OPEN_OFFERS = ['open'] as const satisfies readonly OfferState[];

export const OFFER_COLOURS: Readonly<Record<OfferState, StatusColour>> = {
  open: 'warning',
  accepted: 'success',
  declined: 'danger',
  lapsed: 'danger',
  void: 'info',
};

/** To whom a lot is offered: to the reserve participant of a lost sale, or to the only participant. */
export const OFFER_KINDS = ['reserve', 'sole'] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

/** Why a participant is not offered a lot, or may not accept it. */
export const OFFER_OBSTACLES = ['disabled', 'barred', 'own-lot', 'same-person'] as const;
export type OfferObstacle = (typeof OFFER_OBSTACLES)[number];

/** Why an offer is void: it was never made, or taken back. */
export const OFFER_VOID_REASONS = [...OFFER_OBSTACLES, 'result-cancelled'] as const;
export type OfferVoidReason = (typeof OFFER_VOID_REASONS)[number];

export const OFFER = {
  name: 'offer',
  about:
    'A lot offered to its reserve or its sole participant, for one working day. While a protest of the lot is open, its clock stops (`paused_at`): it is neither answered nor does it lapse.',
  column: 'offer.state',
  states: OFFER_STATES,
  final: ['accepted', 'declined', 'lapsed', 'void'],
  means: {
    open: 'waits for the participant’s answer until its deadline',
    accepted: 'accepted: the deposit is held, and a settlement is open',
    declined: 'the participant does not want the lot',
    lapsed: 'no answer in time',
    void: 'never made, because the participant may not buy the lot; or taken back, because the result was cancelled',
  },
  events: {
    open: {
      from: START,
      to: 'open',
      by: ['system'],
      calls: [{ workflow: 'make-second-offer' }],
      notifies: ['bidder'],
    },
    'pass-over': {
      from: START,
      to: 'void',
      by: ['system'],
      calls: [{ workflow: 'make-second-offer' }],
    },
    accept: {
      from: ['open'],
      to: 'accepted',
      by: ['owner'],
      calls: [{ contract: 'winlot.accept-offer' }],
      notifies: ['buyer', 'customer'],
    },
    decline: {
      from: ['open'],
      to: 'declined',
      by: ['owner'],
      calls: [{ contract: 'winlot.decline-offer' }],
      notifies: ['customer'],
    },
    'take-back': {
      from: ['open'],
      to: 'void',
      by: ['system'],
      calls: [{ workflow: 'undo-result' }],
      notifies: ['bidder'],
    },
    lapse: {
      from: ['open'],
      to: 'lapsed',
      by: ['system'],
      calls: [{ workflow: 'answer-second-offer' }],
      deadline: { at: 'offer.answer_by', sweep: { job: 'end unanswered offers' } },
      notifies: ['bidder', 'customer'],
    },
  },
} as const satisfies Lifecycle;
