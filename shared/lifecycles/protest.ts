import { START, type Lifecycle } from './lifecycle.ts';
import { LOT_STATUS as S, type LotStatus } from './lot-status.ts';
import type { StatusColour } from './lot-status.ts';

export const PROTEST_STATES = [
  'filed',
  'admitted',
  'not-admitted',
  'answered',
  'unanswered',
  'upheld',
  'dismissed',
  'withdrawn',
  'closed',
] as const;
export type ProtestState = (typeof PROTEST_STATES)[number];

/** Not decided yet: payouts of the lot, offers and repeats wait for them. */
export const OPEN_PROTESTS = [
  'filed',
  'admitted',
  'answered',
  'unanswered',
] as const satisfies readonly ProtestState[];

/** Their authors may take them back, and add files for a while. */
export const PROTESTS_TO_WITHDRAW = ['filed', 'admitted'] as const satisfies readonly ProtestState[];

/** Those that staff decide. */
export const PROTESTS_TO_DECIDE = ['answered', 'unanswered'] as const satisfies readonly ProtestState[];

/** Those that wait for staff: to be admitted, or to be decided. */
export const PROTESTS_FOR_STAFF = ['filed', ...PROTESTS_TO_DECIDE] as const satisfies readonly ProtestState[];

export const PROTEST_COLOURS: Readonly<Record<ProtestState, StatusColour>> = {
  filed: 'warning',
  admitted: 'warning',
  'not-admitted': 'info',
  answered: 'primary',
  unanswered: 'danger',
  upheld: 'success',
  dismissed: 'info',
  withdrawn: 'info',
  closed: 'info',
};

/** What the customer of the lot answers. */
export const PROTEST_ANSWERS = ['accepted', 'rejected'] as const;
export type ProtestAnswer = (typeof PROTEST_ANSWERS)[number];

/** Steps of a protest's history. */
export const PROTEST_ACTIONS = [
  'filed',
  'admitted',
  'not-admitted',
  'accepted',
  'rejected',
  'unanswered',
  // The first of two persons is for upholding it.
  'agreed',
  'upheld',
  'dismissed',
  'withdrawn',
  'closed',
] as const;
export type ProtestAction = (typeof PROTEST_ACTIONS)[number];

/** Results that can be protested against. */
export const PROTESTABLE_STATUSES: readonly LotStatus[] = [
  S.priceFormed,
  S.awaitingPayment,
  S.soldAndPaid,
  S.notHeld,
  S.noPriceGiven,
  S.offeredToOne,
  S.priceNotConfirmed,
  S.paymentOverdue,
  S.paidInPart,
];

/** Somebody has bought the lot, or is offered it: two persons cancel such a result. */
export const SOLD_STATUSES: readonly LotStatus[] = [
  S.priceFormed,
  S.awaitingPayment,
  S.soldAndPaid,
  S.offeredToOne,
  S.paymentOverdue,
  S.paidInPart,
];

/** Why a protest cannot be filed. */
export const PROTEST_REFUSALS = [
  /** The time for protests is over. */
  'too-late',
  /** The auction has no result that could be protested against. */
  'no-result',
  /** The person was not admitted to the auction. */
  'not-participant',
  /** The person sells the lot, under this account or another. */
  'own-lot',
  /** Members of staff do not protest. */
  'staff',
] as const;
export type ProtestRefusal = (typeof PROTEST_REFUSALS)[number];

export const PROTEST = {
  name: 'protest',
  about:
    'A participant’s protest against the result of an auction. While one is open, nothing of the sale is paid out, and the lot is neither offered nor repeated. Once staff have admitted it, nothing falls due or is paid for five working days at most, and afterwards the buyer has the working time that was left.',
  column: 'protest.state',
  states: PROTEST_STATES,
  final: ['not-admitted', 'upheld', 'dismissed', 'withdrawn', 'closed'],
  means: {
    filed: 'staff admit it or not within a working day, their silence admits it; the sale goes on meanwhile',
    admitted:
      'stops the sale, and waits for the customer’s answer until its deadline; the author may withdraw it',
    'not-admitted': 'staff have not admitted it: the sale has not stopped for it',
    answered: 'the customer has accepted it, or rejected it for a state lot: staff decide',
    unanswered: 'the customer has not answered in time, or cannot: staff decide',
    upheld: 'the result of the auction is cancelled, and all money returned',
    dismissed: 'the result stays: staff dismissed it, or the customer of a private lot rejected it',
    withdrawn: 'its author has withdrawn it',
    closed: 'the result was cancelled because of another protest, or by staff',
  },
  events: {
    file: {
      from: START,
      to: 'filed',
      by: ['owner'],
      calls: [{ contract: 'protests.file' }],
      notifies: ['bidder', 'buyer'],
    },
    admit: {
      from: ['filed'],
      to: 'admitted',
      by: ['decideProtests'],
      calls: [{ contract: 'console.admit-protest' }],
      notifies: ['bidder', 'customer', 'buyer'],
    },
    'admit-in-silence': {
      from: ['filed'],
      to: 'admitted',
      by: ['system'],
      calls: [{ workflow: 'admit-protest' }],
      deadline: { at: 'protest.admit_by', sweep: { job: 'admit protests that staff said nothing of' } },
      notifies: ['bidder', 'customer', 'buyer'],
    },
    refuse: {
      from: ['filed'],
      to: 'not-admitted',
      by: ['decideProtests'],
      calls: [{ contract: 'console.refuse-protest' }],
      notifies: ['bidder', 'buyer'],
    },
    withdraw: {
      from: PROTESTS_TO_WITHDRAW,
      to: 'withdrawn',
      by: ['owner'],
      calls: [{ contract: 'protests.withdraw' }],
      notifies: ['customer', 'buyer'],
    },
    accept: {
      from: ['admitted'],
      to: 'answered',
      by: ['customer'],
      calls: [{ workflow: 'answer-protest' }],
      notifies: ['bidder'],
    },
    'reject-state': {
      from: ['admitted'],
      to: 'answered',
      by: ['customer'],
      calls: [{ workflow: 'answer-protest' }],
      notifies: ['bidder'],
    },
    'reject-private': {
      from: ['admitted'],
      to: 'dismissed',
      by: ['customer'],
      calls: [{ workflow: 'answer-protest' }],
      notifies: ['bidder', 'buyer'],
    },
    'fall-unanswered': {
      from: ['admitted'],
      to: 'unanswered',
      by: ['system'],
      calls: [{ workflow: 'answer-protest' }],
      deadline: { at: 'protest.answer_by', sweep: { job: 'end unanswered protests' } },
      notifies: ['bidder', 'customer'],
    },
    uphold: {
      from: PROTESTS_TO_DECIDE,
      to: 'upheld',
      by: ['decideProtests'],
      calls: [{ contract: 'console.uphold-protest' }],
      notifies: ['bidder', 'customer', 'buyer'],
    },
    dismiss: {
      from: PROTESTS_TO_DECIDE,
      to: 'dismissed',
      by: ['decideProtests'],
      calls: [{ contract: 'console.dismiss-protest' }],
      notifies: ['bidder', 'customer', 'buyer'],
    },
    'close-with-result': {
      from: OPEN_PROTESTS,
      to: 'closed',
      by: ['system'],
      calls: [{ workflow: 'close-protests' }],
      notifies: ['bidder'],
    },
  },
} as const satisfies Lifecycle;
