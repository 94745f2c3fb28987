import { z } from 'zod';
import { contract } from '../contract.ts';
import { calendarDay } from '../calendar-day.ts';
import { uuid, wholeNumber } from '../fields.ts';
import { DELIVERY_CHANNELS } from '../../notifications/channels.ts';
import { STAFF_RIGHTS, type StaffRight } from './staff-rights.ts';

/** What is known of a person, by kind. */
export const TRAIL_KINDS = [
  'attempt',
  'application',
  'purchase',
  'order',
  'settlement',
  'payout',
  'payment',
  'refund',
  'ledger',
  'message',
  'delivery',
  'consent',
] as const;
export type TrailKind = (typeof TRAIL_KINDS)[number];

/** The right of staff with which each kind is read: that of its own list. */
export const TRAIL_RIGHTS: Readonly<Record<TrailKind, StaffRight>> = {
  attempt: 'readApplications',
  application: 'readApplications',
  purchase: 'readApplications',
  order: 'readOrders',
  settlement: 'readSettlements',
  payout: 'readPayouts',
  payment: 'readPayments',
  refund: 'readRefunds',
  ledger: 'readPayments',
  message: 'readAccounts',
  delivery: 'readAccounts',
  consent: 'readConsents',
};

/** What becomes of a letter, SMS or alert; `delivered` and `undelivered` as its gateway reported, `outdated`: it was of use no longer. */
const DELIVERY_STATES = ['waiting', 'sent', 'given-up', 'outdated', 'delivered', 'undelivered'] as const;

const sentMessageSchema = z.object({
  /** As the person reads it, in the language of who asks. */
  title: z.string(),
  /** Those that are stored still. */
  deliveries: z.array(z.object({ channel: z.enum(DELIVERY_CHANNELS), state: z.enum(DELIVERY_STATES) })),
});
export type SentMessage = z.infer<typeof sentMessageSchema>;

const trailRowSchema = z.object({
  kind: z.enum(TRAIL_KINDS),
  /** Unique within its kind; of an attempt the id of the bid. */
  id: z.string(),
  atMs: z.number(),
  lotId: z.int().nullable(),
  orderId: z.int().nullable(),
  /** Never the maximum of an auto-bid. */
  amountTiyin: z.int().nullable(),
  /** What it is now, or what became of it: a status, a verdict, a kind of movement; whether a message was read. */
  state: z.string(),
  /** Why: a reason's code or the words of staff; of a movement what it is about, of a delivery where it went. */
  note: z.string().nullable(),
  /** Of a message, and of each of its deliveries; null of everything else. */
  message: sentMessageSchema.nullable(),
});
export type TrailRow = z.infer<typeof trailRowSchema>;

const staff = {
  method: 'get',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readAccounts },
  rateLimit: { perMinute: 120 },
} as const;
const paged = { page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(20) } as const;
const dayField = calendarDay.optional();

/**
 * Newest first, from a day to a day (Tashkent), both included. Without what belongs to lots in which the reader has a part.
 * The reading is in the reader's action log.
 */
export const personTrail = contract({
  mayLag: true,
  ...staff,
  name: 'console.person-trail',
  refusals: { 404: ['not-found'] },
  path: '/api/console/accounts/:personId/trail',
  summary:
    'What a person did here and what was done to them: applications, attempts, money, messages, consents',
  params: z.object({ personId: uuid }),
  query: z.strictObject({ kind: z.enum(TRAIL_KINDS).optional(), from: dayField, to: dayField, ...paged }),
  answer: z.object({
    items: z.array(trailRowSchema),
    /** Those that the reader's roles open. */
    kinds: z.array(z.enum(TRAIL_KINDS)),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

/** Digits by which the end of a phone or of a participant's number is searched for: with a window of minutes they name a handful of people. */
export const NUMBER_END_DIGITS = { min: 2, max: 9 } as const;

const refusedAttemptSchema = z.object({
  bidId: z.string(),
  atMs: z.number(),
  lotId: z.int(),
  bidderNumber: z.int(),
  person: z.object({ id: z.string(), name: z.string() }),
  amountTiyin: z.int().nullable(),
  verdict: z.enum(['refused', 'unknown']),
  reason: z.string().nullable(),
});
export type RefusedAttempt = z.infer<typeof refusedAttemptSchema>;

/** A complaint's minute and a minute on both sides of it: clocks of people are not ours. */
export const ATTEMPT_WINDOW_MINUTES = 1;

/**
 * Of one minute and its neighbours, Tashkent; without lots in which the reader has a part. The search is in the reader's
 * action log.
 */
export const refusedAttempts = contract({
  mayLag: true,
  ...staff,
  name: 'console.refused-attempts',
  refusals: {},
  path: '/api/console/refused-attempts',
  summary: 'Bids that were refused or not answered around a minute, by the end of a number or by lot',
  query: z.strictObject({
    day: calendarDay,
    /** `HH:mm`. */
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
    /** Last digits of the phone or of the participant's number. */
    ends: z
      .string()
      .regex(/^\d{2,9}$/)
      .optional(),
    lot: wholeNumber(1, 999_999_999_999_999).optional(),
    ...paged,
  }),
  answer: z.object({
    items: z.array(refusedAttemptSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

/**
 * The file that the person gets, the same for ever. 404 where the person sent no such offer, or the reader has a part in the lot; 409
 * `game-view.undecided` while it has no answer, `person-trail.sealed` for the maximum of an auto-bid. The reading is in the
 * reader's action log.
 */
export const attemptReceipt = contract({
  ...staff,
  name: 'console.attempt-receipt',
  refusals: { 404: ['not-found'], 409: ['game-view.undecided', 'person-trail.sealed'] },
  path: '/api/console/accounts/:personId/receipts/:lotId/:bidId',
  summary: "The signed receipt of a person's bid, accepted or refused, as a file that anyone can check",
  params: z.strictObject({
    personId: uuid,
    lotId: wholeNumber(1),
    bidId: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
  }),
  /** The file's bytes. */
  answer: z.string(),
});

export const personTrailContracts = [personTrail, refusedAttempts, attemptReceipt];
