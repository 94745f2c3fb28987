import { APPROACH_REFUSALS } from '../trade/approach.ts';
import { START, type Lifecycle } from './lifecycle.ts';

export const VIEWING_STATES = ['offered', 'called-off'] as const;
export type ViewingState = (typeof VIEWING_STATES)[number];

export const BOOKING_STATES = ['booked', 'cancelled', 'called-off'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

/** The card shows the person's own place in these: it is theirs, or they have to choose another time. */
export const SHOWN_BOOKINGS = ['booked', 'called-off'] as const satisfies readonly BookingState[];

/** Why a time is not taken into a lot's offer. */
export const OFFER_REFUSALS = [
  'not-on-trade',
  'too-soon',
  'too-far',
  /** It would begin after the auction has ended. */
  'after-close',
  'too-many',
] as const;
export type OfferRefusal = (typeof OFFER_REFUSALS)[number];

/** Why a place is not given. */
export const BOOKING_REFUSALS = [
  ...APPROACH_REFUSALS,
  'full',
  /** It begins too soon, or has begun. */
  'too-late',
  'called-off',
  /** The person has a place at another time of this lot. */
  'other-time',
  /** The person has given places of the lot back too often. */
  'too-often',
] as const;
export type BookingRefusal = (typeof BOOKING_REFUSALS)[number];

export const VIEWING = {
  name: 'viewing',
  about: 'A time at which the seller shows the thing, where it is. Once it is over nothing about it changes.',
  column: 'viewing.state',
  states: VIEWING_STATES,
  final: ['called-off'],
  means: {
    offered: 'people may come, as many as there are places',
    'called-off': 'it does not take place; everybody who had a place was notified',
  },
  events: {
    offer: { from: START, to: 'offered', by: ['customer'], calls: [{ contract: 'viewings.offer' }] },
    'call-off': {
      from: ['offered'],
      to: 'called-off',
      by: ['customer'],
      calls: [{ contract: 'viewings.call-off' }],
      notifies: ['visitors'],
    },
    'end-with-trade': {
      from: ['offered'],
      to: 'called-off',
      by: ['system'],
      calls: [{ job: 'call off viewings of ended lots' }],
      notifies: ['visitors'],
    },
  },
} as const satisfies Lifecycle;

export const VIEWING_BOOKING = {
  name: 'viewing-booking',
  about:
    'A place at a viewing: one for each person and lot. The seller sees its number, only staff see whose it is.',
  column: 'viewing_booking.state',
  states: BOOKING_STATES,
  final: ['cancelled', 'called-off'],
  means: {
    booked: 'the person comes, or came',
    cancelled: 'the person gave the place back; another time of the lot can be booked',
    'called-off': 'the viewing was called off',
  },
  events: {
    book: {
      from: START,
      to: 'booked',
      by: ['owner'],
      calls: [{ contract: 'viewings.book' }],
      notifies: ['customer'],
    },
    cancel: {
      from: ['booked'],
      to: 'cancelled',
      by: ['owner'],
      calls: [{ contract: 'viewings.cancel' }],
      notifies: ['customer'],
    },
    'call-off': {
      from: ['booked'],
      to: 'called-off',
      by: ['customer', 'system'],
      calls: [{ contract: 'viewings.call-off' }, { job: 'call off viewings of ended lots' }],
      notifies: ['visitor'],
    },
  },
} as const satisfies Lifecycle;
