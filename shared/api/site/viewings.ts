import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import {
  BOOKING_REFUSALS,
  BOOKING_STATES,
  OFFER_REFUSALS,
  VIEWING_STATES,
} from '../../lifecycles/viewing.ts';
import { CALL_OFF_REASON, VIEWING_MINUTES, VIEWING_PLACES, VIEWINGS_PER_LOT } from '../../limits/viewings.ts';
import { contract } from '../contract.ts';
import { STAFF_RIGHTS } from '../console/staff-rights.ts';
import { idField, idInBody, wholeNumber } from '../fields.ts';
import { writtenText } from '../written-texts.ts';

const paged = { page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(20) } as const;

const time = { startsAtMs: z.int(), endsAtMs: z.int() };
const offeredSchema = z.object({
  id: z.int(),
  ...time,
  /** Places that are free. */
  left: z.int().min(0),
});
export type OfferedViewing = z.infer<typeof offeredSchema>;

/** The person's own place. */
const bookingSchema = z.object({ id: z.int(), viewingId: z.int(), state: z.enum(BOOKING_STATES), ...time });
export type MyBooking = z.infer<typeof bookingSchema>;

/** For the seller: who comes is a number. */
const viewingSchema = z.object({
  id: z.int(),
  lotId: z.int(),
  title: localizedTextSchema,
  address: localizedTextSchema,
  ...time,
  places: z.int(),
  state: z.enum(VIEWING_STATES),
  /** Why it was called off. */
  reason: z.string().nullable(),
  /** Numbers of the places that are taken. */
  bookings: z.array(z.int()),
  canCallOff: z.boolean(),
});
export type SellerViewing = z.infer<typeof viewingSchema>;

const reading = { tag: 'lots', rateLimit: { perMinute: 120 } } as const;
const writing = { tag: 'lots', method: 'post', access: 'signed-in', rateLimit: { perMinute: 20 } } as const;

/** Those to come, the earliest first. Empty for lots that do not exist. */
export const lotViewings = contract({
  ...reading,
  name: 'viewings.of-lot',
  refusals: {},
  access: 'public',
  method: 'get',
  path: '/api/shop/lot-card/viewings/:id',
  summary: 'When the seller shows a lot',
  params: z.object({ id: idField }),
  answer: z.object({ items: z.array(offeredSchema).max(VIEWINGS_PER_LOT) }),
});

/** 404 for lots that do not exist. */
export const myViewing = contract({
  ...reading,
  name: 'viewings.mine',
  refusals: { 404: ['not-found'] },
  access: 'signed-in',
  method: 'get',
  path: '/api/shop/viewings/lot/:id',
  summary: 'My place at a viewing of a lot, and whether I may take one',
  params: z.object({ id: idField }),
  answer: z.object({
    booking: bookingSchema.nullable(),
    /** Why I may not take one, of reasons that hold for every time of the lot; null: I may. */
    refusal: z.enum(BOOKING_REFUSALS).nullable(),
  }),
});

/** The same time again answers the first booking with `already`. 404 for viewings that do not exist. */
export const bookViewing = contract({
  ...writing,
  name: 'viewings.book',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/viewings/book',
  summary: 'Take a place at a viewing: one for each person and lot',
  body: z.strictObject({ viewingId: idInBody }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('booked'), already: z.boolean(), booking: bookingSchema }),
    z.object({ verdict: z.literal('refused'), reason: z.enum(BOOKING_REFUSALS) }),
  ]),
});

/** Until it begins. A repeat answers `cancelled` again. 404 for places of others. */
export const cancelViewing = contract({
  ...writing,
  name: 'viewings.cancel',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/viewings/cancel',
  summary: 'Give my place at a viewing back',
  body: z.strictObject({ bookingId: idInBody }),
  answer: z.object({ verdict: z.enum(['cancelled', 'over']), booking: bookingSchema }),
});

/** Those to come first, the earliest first; then those that are over, the latest first. */
export const viewingsOfMyLots = contract({
  ...reading,
  name: 'viewings.of-my-lots',
  refusals: {},
  access: 'signed-in',
  method: 'get',
  path: '/api/shop/viewings/my-lots',
  summary: 'Viewings of my lots, and the lots that can be shown',
  query: z.strictObject(paged),
  answer: z.object({
    items: z.array(viewingSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
    /** On trade now, the latest 100. */
    lots: z.array(z.object({ id: z.int(), title: localizedTextSchema, address: localizedTextSchema })),
  }),
});

/** The same start of the same lot again answers the first one with `already`. 404 for lots of others. */
export const offerViewing = contract({
  ...writing,
  name: 'viewings.offer',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/viewings/offer',
  summary: 'Offer a time at which my lot can be seen, where it is',
  body: z.strictObject({
    lotId: idInBody,
    startsAtMs: z.int().min(0).max(MAX_TIYIN),
    minutes: z.int().min(VIEWING_MINUTES.min).max(VIEWING_MINUTES.max),
    places: z.int().min(VIEWING_PLACES.min).max(VIEWING_PLACES.max),
  }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('offered'), already: z.boolean(), viewing: viewingSchema }),
    z.object({ verdict: z.literal('refused'), reason: z.enum(OFFER_REFUSALS) }),
  ]),
});

/** Until it begins; everybody who has a place reads the reason. A repeat answers `called-off` again. 404 for lots of others. */
export const callOffViewing = contract({
  ...writing,
  name: 'viewings.call-off',
  refusals: { 404: ['not-found'], 422: ['viewings.contact-data'] },
  path: '/api/shop/viewings/call-off',
  summary: 'Call a viewing of my lot off',
  body: z.strictObject({
    viewingId: idInBody,
    reason: writtenText(CALL_OFF_REASON.min, CALL_OFF_REASON.max),
  }),
  answer: z.object({ verdict: z.enum(['called-off', 'over']), viewing: viewingSchema }),
});

const person = z.object({ id: z.string(), name: z.string() });
const staffViewingSchema = viewingSchema.omit({ bookings: true, canCallOff: true }).extend({
  seller: person.nullable(),
  /** Places that are taken; without persons to a reader with a part in the lot. */
  visitors: z.array(z.object({ booking: z.int(), person: person.nullable() })),
});
export type StaffViewing = z.infer<typeof staffViewingSchema>;

/** Those to come first, the earliest first. */
export const consoleViewings = contract({
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readLotQuestions },
  rateLimit: { perMinute: 120 },
  name: 'console.viewings',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/viewings',
  summary: 'Viewings of lots, with who comes, unless the reader bids on the lot or sells it',
  query: z.strictObject({ lotId: idField.optional(), ...paged }),
  answer: z.object({
    items: z.array(staffViewingSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

export const viewingContracts = [
  lotViewings,
  myViewing,
  bookViewing,
  cancelViewing,
  viewingsOfMyLots,
  offerViewing,
  callOffViewing,
  consoleViewings,
];
