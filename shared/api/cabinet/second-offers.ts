import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { LOT_STATUS } from '../../lifecycles/lot-status.ts';
import { OFFER_KINDS, OFFER_OBSTACLES, OFFER_STATES, OFFER_VOID_REASONS } from '../../lifecycles/offer.ts';
import { contract } from '../contract.ts';
import { idField, wholeNumber } from '../fields.ts';
import { photoSchema } from '../site/lots.ts';
import { STAFF_RIGHTS } from '../console/staff-rights.ts';

const tiyin = z.int().min(0);

const offerSchema = z.object({
  offerId: z.int(),
  lotId: z.int(),
  title: localizedTextSchema,
  lotStatus: z.literal(Object.values(LOT_STATUS)),
  kind: z.enum(OFFER_KINDS),
  /** The reserve participant's own last confirmed price, or the first suggested price. */
  priceTiyin: tiyin,
  /** Held when the offer is accepted, and part of the price. */
  depositTiyin: tiyin,
  state: z.enum(OFFER_STATES),
  madeAtMs: z.int(),
  answerByMs: z.int(),
  /** Since when a protest against the result stops its clock; null: it runs, or is decided. */
  pausedAtMs: z.int().nullable(),
  decidedAtMs: z.int().nullable(),
});

const myOfferSchema = offerSchema.extend({
  lotNumber: z.string(),
  photo: photoSchema.nullable(),
  /** My number in the room. */
  bidderNumber: z.int(),
  /** Time to pay the rest once it is accepted. */
  paymentWorkingDays: z.int(),
  /** What the balance lacks for the deposit; 0: it can be accepted now. */
  missingTiyin: tiyin,
  canAnswer: z.boolean(),
});
export type MyOffer = z.infer<typeof myOfferSchema>;

const mine = { tag: 'winlot', access: 'signed-in', rateLimit: { perMinute: 120 } } as const;
const answering = {
  ...mine,
  method: 'post',
  rateLimit: { perMinute: 20 },
  body: z.strictObject({ offerId: z.int().min(1).max(MAX_TIYIN) }),
} as const;

export const myOffers = contract({
  ...mine,
  name: 'winlot.offers',
  refusals: {},
  method: 'get',
  path: '/api/shop/winlot/offers',
  summary: 'Lots offered to me as the reserve or the only participant, those to be answered first',
  query: z.strictObject({
    state: z.enum(['open', 'all']).default('all'),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(myOfferSchema),
    /** How many wait for an answer, whatever `state` asks for. */
    open: z.int(),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

const over = z.object({ verdict: z.literal('over'), offer: myOfferSchema });
/** A protest against the result of the auction is open: the offer waits. */
const paused = z.object({ verdict: z.literal('paused'), offer: myOfferSchema });

/**
 * Holds the deposit and makes the lot mine to pay, in one step. A short balance changes nothing and says how much is missing.
 * `refused`: I may not buy this lot now. `over`: it was declined, or its time has passed. 404: not offered to me.
 */
export const acceptOffer = contract({
  ...answering,
  name: 'winlot.accept-offer',
  refusals: { 404: ['not-found'], 422: ['lists.not-offered'] },
  path: '/api/shop/winlot/accept-offer',
  summary: 'Accept a lot that is offered to me',
  whenLimiterIsDown: 'closed',
  answer: z.discriminatedUnion('verdict', [
    /** `already`: it had been accepted before this call. */
    z.object({ verdict: z.literal('accepted'), already: z.boolean(), offer: myOfferSchema }),
    z.object({ verdict: z.literal('short'), missingTiyin: tiyin, offer: myOfferSchema }),
    z.object({ verdict: z.literal('refused'), reason: z.enum(OFFER_OBSTACLES), offer: myOfferSchema }),
    over,
    paused,
  ]),
});

/** Costs nothing and cannot be taken back. 404: not offered to me. */
export const declineOffer = contract({
  ...answering,
  name: 'winlot.decline-offer',
  refusals: { 404: ['not-found'], 422: ['lists.not-offered'] },
  path: '/api/shop/winlot/decline-offer',
  summary: 'Decline a lot that is offered to me',
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('declined'), already: z.boolean(), offer: myOfferSchema }),
    over,
    paused,
  ]),
});

const staffOfferSchema = offerSchema.extend({
  /** Null in lots the reader sells or takes part in, under any account. */
  participant: z.object({ id: z.string(), name: z.string(), number: z.int() }).nullable(),
  /** Why it was never made; null for the others. */
  obstacle: z.enum(OFFER_VOID_REASONS).nullable(),
});
export type StaffOffer = z.infer<typeof staffOfferSchema>;

export const consoleOffers = contract({
  name: 'console.offers',
  refusals: {},
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readSettlements },
  rateLimit: { perMinute: 120 },
  method: 'get',
  mayLag: true,
  path: '/api/console/offers',
  summary: 'Lots offered to reserve and sole participants, those that wait for an answer first',
  query: z.strictObject({
    state: z.enum([...OFFER_STATES, 'all']).default('all'),
    lotId: idField.optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(staffOfferSchema),
    open: z.int(),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

export const offerContracts = [myOffers, acceptOffer, declineOffer, consoleOffers];
