import type { HammerOutcome } from '../auction/refusals.ts';
import { START, type EventOf, type Lifecycle } from './lifecycle.ts';
import { LOT_STATUS as S, LOT_STATUSES, type LotStatus } from './lot-status.ts';

/**
 * A lot on trade and after it. Lists may lag behind the room: the hammer and the withdrawal are possible from every
 * status in which a room can exist.
 */
export const LOT = {
  name: 'lot',
  about: 'What is offered, from its publication to the money or the archive.',
  column: 'lot.status',
  states: LOT_STATUSES,
  final: [S.archived],
  means: {
    1: 'accepting applications',
    2: 'on sale at a fixed price',
    3: 'applications closed, starting soon',
    4: 'bidding now',
    5: 'price formed, protocol under way',
    6: 'awaiting the winner’s payment',
    7: 'sold and paid',
    8: 'suspended: technical interruption',
    9: 'not held',
    10: 'withdrawn',
    11: 'finished with no price given',
    12: 'offered to the sole or reserve participant',
    13: 'price not confirmed',
    14: 'archived, replaced by a repeat',
    15: 'payment overdue',
    16: 'result cancelled',
    17: 'paid in part, instalments running',
  },
  events: {
    'publish-auction': {
      from: START,
      to: S.acceptingApplications,
      by: ['staff', 'system'],
      calls: [
        { workflow: 'list-lot-from-order' },
        { workflow: 'relist-lot' },
        { workflow: 'repeat-practice' },
        { workflow: 'rehearsals' },
        { command: 'import-lots' },
      ],
    },
    'publish-sale': {
      from: START,
      to: S.onSaleAtFixedPrice,
      by: ['staff', 'system'],
      calls: [{ workflow: 'list-lot-from-order' }, { command: 'import-lots' }],
    },
    'close-applications': {
      from: [S.acceptingApplications],
      to: S.startingSoon,
      by: ['system'],
      calls: [{ workflow: 'schedule-auction' }],
      deadline: { at: 'lot.applications_until', sweep: { job: 'open due rooms' } },
    },
    'start-bidding': {
      from: [S.acceptingApplications, S.startingSoon],
      to: S.biddingNow,
      by: ['system'],
      calls: [{ room: 'running' }],
      deadline: { at: 'lot.opens_at', sweep: { job: 'open due rooms' } },
      notifies: ['bidders'],
    },
    suspend: {
      from: [S.acceptingApplications, S.startingSoon, S.biddingNow],
      to: S.suspended,
      by: ['controlRooms', 'system'],
      calls: [{ room: 'paused' }, { contract: 'console.suspend-room' }],
      notifies: ['bidders'],
    },
    'resume-bidding': {
      from: [S.suspended],
      to: S.biddingNow,
      by: ['controlRooms', 'system'],
      calls: [{ room: 'running' }, { contract: 'console.resume-room' }],
    },
    'resume-applications': {
      from: [S.suspended],
      to: S.acceptingApplications,
      by: ['controlRooms', 'system'],
      calls: [{ room: 'waiting' }, { contract: 'console.resume-room' }],
    },
    'resume-waiting': {
      from: [S.suspended],
      to: S.startingSoon,
      by: ['controlRooms', 'system'],
      calls: [{ room: 'waiting' }, { contract: 'console.resume-room' }],
    },
    'hammer-sold': {
      from: [S.acceptingApplications, S.startingSoon, S.biddingNow, S.suspended],
      to: S.priceFormed,
      by: ['system'],
      calls: [{ workflow: 'conclude-auction' }],
      deadline: { at: 'lot.room_deadline_us', sweep: { job: 'conclude lost auctions' } },
      notifies: ['winner', 'bidders'],
    },
    'hammer-not-held': {
      from: [S.acceptingApplications, S.startingSoon, S.biddingNow, S.suspended],
      to: S.notHeld,
      by: ['system'],
      calls: [{ workflow: 'conclude-auction' }],
      deadline: { at: 'lot.room_deadline_us', sweep: { job: 'conclude lost auctions' } },
      notifies: ['bidders'],
    },
    'hammer-no-price': {
      from: [S.acceptingApplications, S.startingSoon, S.biddingNow, S.suspended],
      to: S.noPriceGiven,
      by: ['system'],
      calls: [{ workflow: 'conclude-auction' }],
      deadline: { at: 'lot.room_deadline_us', sweep: { job: 'conclude lost auctions' } },
      notifies: ['bidders'],
    },
    // The winner's right was revoked while leading, and there is no reserve participant.
    'hammer-not-confirmed': {
      from: [S.acceptingApplications, S.startingSoon, S.biddingNow, S.suspended],
      to: S.priceNotConfirmed,
      by: ['system'],
      calls: [{ workflow: 'conclude-auction' }],
      notifies: ['bidders'],
    },
    withdraw: {
      from: [S.acceptingApplications, S.startingSoon, S.biddingNow, S.suspended],
      to: S.withdrawn,
      by: ['controlRooms', 'customer', 'system'],
      calls: [
        { contract: 'console.approve-room-request' },
        { workflow: 'withdraw-order' },
        { workflow: 'conclude-auction' },
      ],
      notifies: ['bidders'],
    },
    // Its time is over and nothing was sold.
    // A suspended sale keeps its time.
    'end-sale': {
      from: [S.onSaleAtFixedPrice],
      to: S.noPriceGiven,
      by: ['system'],
      calls: [{ workflow: 'end-fixed-price' }],
      deadline: { at: 'lot.closes_at', sweep: { job: 'end sales at a fixed price' } },
    },
    // A practice room when its next round is published, a rehearsal of staff when it ends; a finished lot of a demonstration.
    'take-off-lists': {
      from: [S.priceFormed, S.soldAndPaid, S.notHeld, S.withdrawn, S.noPriceGiven, S.priceNotConfirmed],
      to: S.archived,
      by: ['system'],
      calls: [{ workflow: 'repeat-practice' }, { workflow: 'conclude-auction' }],
    },
    'publish-repeat': {
      from: [S.notHeld, S.withdrawn, S.noPriceGiven, S.priceNotConfirmed, S.resultCancelled],
      to: S.archived,
      by: ['system'],
      calls: [{ workflow: 'relist-lot' }],
      notifies: ['followers'],
    },
    'suspend-sale': {
      from: [S.onSaleAtFixedPrice],
      to: S.suspended,
      by: ['controlRooms'],
      calls: [{ contract: 'console.suspend-sale' }],
    },
    'resume-sale': {
      from: [S.suspended],
      to: S.onSaleAtFixedPrice,
      by: ['controlRooms', 'system'],
      calls: [{ contract: 'console.resume-sale' }, { job: 'resume sales suspended for long' }],
    },
    'sell-in-parts': {
      from: [S.onSaleAtFixedPrice, S.suspended],
      to: S.paidInPart,
      by: ['owner', 'system', 'controlRooms', 'customer'],
      calls: [
        { contract: 'user-order.create-user-order' },
        { workflow: 'sale-status' },
        { workflow: 'end-fixed-price' },
      ],
    },
    // Every unit is sold, or the sale ended or was withdrawn after some were; all of it is paid.
    'sell-out': {
      from: [S.onSaleAtFixedPrice, S.suspended],
      to: S.soldAndPaid,
      by: ['owner', 'system', 'controlRooms', 'customer'],
      calls: [
        { contract: 'user-order.create-user-order' },
        { workflow: 'sale-status' },
        { workflow: 'end-fixed-price' },
      ],
    },
    'withdraw-sale': {
      from: [S.onSaleAtFixedPrice, S.suspended],
      to: S.withdrawn,
      by: ['controlRooms', 'customer'],
      calls: [{ contract: 'console.approve-room-request' }, { workflow: 'end-fixed-price' }],
    },
    'confirm-protocol': {
      from: [S.priceFormed, S.offeredToOne],
      to: S.awaitingPayment,
      by: ['system'],
      calls: [{ workflow: 'open-settlement' }],
    },
    'offer-to-sole': {
      from: [S.notHeld],
      to: S.offeredToOne,
      by: ['system'],
      calls: [{ workflow: 'make-second-offer' }],
      notifies: ['bidder'],
    },
    'offer-to-reserve': {
      from: [S.priceFormed, S.awaitingPayment, S.paymentOverdue],
      to: S.offeredToOne,
      by: ['system'],
      calls: [{ workflow: 'make-second-offer' }],
      notifies: ['bidder'],
    },
    'lose-price': {
      from: [S.priceFormed, S.awaitingPayment, S.offeredToOne, S.paymentOverdue],
      to: S.priceNotConfirmed,
      by: ['system'],
      calls: [
        { workflow: 'end-sale-without-payment' },
        { workflow: 'end-late-parts' },
        { workflow: 'sale-status' },
      ],
    },
    pay: {
      from: [S.awaitingPayment, S.paymentOverdue, S.paidInPart],
      to: S.soldAndPaid,
      by: ['owner', 'system'],
      calls: [{ contract: 'winlot.pay-win-lot' }, { workflow: 'pay-settlement' }],
    },
    'pay-in-part': {
      from: [S.awaitingPayment, S.paymentOverdue],
      to: S.paidInPart,
      by: ['owner', 'system'],
      calls: [{ contract: 'winlot.pay-win-lot' }, { workflow: 'pay-settlement' }],
    },
    'fall-due': {
      from: [S.awaitingPayment, S.paidInPart],
      to: S.paymentOverdue,
      by: ['system'],
      calls: [{ workflow: 'sweep-settlements' }],
      deadline: { at: 'settlement.due_at', sweep: { job: 'look at settlements' } },
    },
    'cancel-result': {
      from: [
        S.priceFormed,
        S.awaitingPayment,
        S.soldAndPaid,
        S.notHeld,
        S.noPriceGiven,
        S.offeredToOne,
        S.priceNotConfirmed,
        S.paymentOverdue,
        S.paidInPart,
      ],
      to: S.resultCancelled,
      by: ['cancelResults', 'system'],
      calls: [
        { contract: 'console.approve-result-cancellation' },
        { workflow: 'undo-result' },
        { workflow: 'sale-status' },
      ],
      notifies: ['buyer', 'bidder', 'customer'],
    },
  },
} as const satisfies Lifecycle;

export type LotEvent = EventOf<typeof LOT>;

/** What the room's close means for its lot. */
export const HAMMER_EVENT = {
  sold: 'hammer-sold',
  'not-held': 'hammer-not-held',
  'no-price-given': 'hammer-no-price',
  withdrawn: 'withdraw',
} as const satisfies Record<HammerOutcome, LotEvent>;

/** The room has not opened. */
export const NOT_OPENED_STATUSES: readonly LotStatus[] = [S.acceptingApplications, S.startingSoon];
/** The room is open: bidding, or paused. */
export const LIVE_STATUSES: readonly LotStatus[] = [S.biddingNow, S.suspended];
/** A winner has paid, pays or is to pay: that deposit stays held until the price is paid. */
export const WINNER_PAYS_STATUSES: readonly LotStatus[] = [
  S.priceFormed,
  S.awaitingPayment,
  S.paymentOverdue,
  S.paidInPart,
];
/** Results that no one won, or won in vain: the leader gets the deposit back, too. */
export const NO_WINNER_STATUSES: readonly LotStatus[] = [
  S.notHeld,
  S.withdrawn,
  S.noPriceGiven,
  S.resultCancelled,
];
/** Ended without a sale: repeated, or its order closed. */
export const ENDED_UNSOLD_STATUSES: readonly LotStatus[] = LOT.events['publish-repeat'].from;
/** Nothing more follows for the people of the lot. */
export const OVER_STATUSES: readonly LotStatus[] = [
  S.soldAndPaid,
  S.notHeld,
  S.withdrawn,
  S.noPriceGiven,
  S.priceNotConfirmed,
  S.archived,
  S.resultCancelled,
];
