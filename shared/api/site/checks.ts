import { z } from 'zod';
import { calendarDay } from '../calendar-day.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { PROTOCOL_CAUSES, PROTOCOL_STATUSES } from '../../lifecycles/protocol-causes.ts';
import { CANCEL_REASONS } from '../../lifecycles/protocol.ts';
import { captchaField } from './captcha.ts';
import { contract } from '../contract.ts';

/** Look-ups of protocols that an address may make each day, and how many of them cost no work. */
export const PROTOCOL_CHECKS = { perDay: 100, free: 10 } as const;

/** Look-ups anyone may make. Personal ids are masked and nothing can be listed. */

/** A protocol number as printed: letters, digits, `-` and `/`. */
export const protocolNumberSchema = z
  .string()
  .trim()
  .min(3)
  .max(40)
  .regex(/^[\p{L}\d/-]+$/u);

/** What a protocol is about and whether it is in force: the same wherever it is shown. */
export const protocolFactsSchema = z.object({
  number: z.string(),
  /** A sale, or minutes of an auction without one. */
  cause: z.enum(PROTOCOL_CAUSES),
  status: z.enum(PROTOCOL_STATUSES),
  /** Day of signing in Tashkent. */
  date: calendarDay,
  lot: z.object({ id: z.int(), number: z.string(), title: localizedTextSchema }),
  /** Null in minutes. */
  priceTiyin: z.int().nullable(),
  /** Null: in force. `reason` null: cancelled by an earlier release. */
  cancelled: z.object({ atMs: z.int(), reason: z.enum(CANCEL_REASONS).nullable() }).nullable(),
});

const protocolSchema = protocolFactsSchema.extend({
  /** These two are absent in answers of earlier releases. */
  cause: protocolFactsSchema.shape.cause.optional(),
  cancelled: protocolFactsSchema.shape.cancelled.optional(),
  /** Result for the check word: winner and files are included only with the right one. */
  word: z.enum(['none', 'wrong', 'right']),
  winner: z
    .object({
      /** `A*** B***`; a legal entity's name is shown whole. */
      name: z.string(),
      /** `*****6789`; null for natural persons. */
      taxId: z.string().nullable(),
      /** `**********1234`; null for legal entities. */
      personalId: z.string().nullable(),
      /** Null for natural persons. */
      address: localizedTextSchema.nullable(),
    })
    // Also without a sale.
    .nullable(),
  files: z.array(z.object({ name: z.string(), url: z.string(), sizeBytes: z.int() })),
});
export type Protocol = z.infer<typeof protocolSchema>;

/** The check word printed next to the QR code; case, spaces and dashes do not matter. */
const checkWordSchema = z
  .string()
  .trim()
  .max(20)
  .regex(/^[\p{L}\d\s\p{Pd}]*$/u);

/**
 * The number alone gives status, lot, price and day. Beyond `PROTOCOL_CHECKS.free` look-ups a day it answers 422
 * `captcha-required` without a solved challenge.
 */
export const checkProtocol = contract({
  name: 'protocols.check',
  refusals: { 422: ['captcha-expired', 'captcha-required', 'captcha-used', 'captcha-wrong'] },
  method: 'get',
  path: '/api/shop/check-protocol',
  summary: 'Is this protocol genuine, and is it in force; unknown number: found is null',
  tag: 'checks',
  access: 'public',
  rateLimit: { perMinute: 20 },
  whenLimiterIsDown: 'closed',
  query: z.object({
    number: protocolNumberSchema,
    word: checkWordSchema.optional(),
    captcha: captchaField.optional(),
  }),
  answer: z.object({ found: protocolSchema.nullable() }),
});

/** Answers the paper itself, PDF with masked data, to be saved under its number. */
export const protocolFile = contract({
  name: 'protocols.file',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/check-protocol/file',
  summary: 'The paper of a protocol, for whoever has its check word: personal data masked',
  tag: 'checks',
  access: 'public',
  rateLimit: { perMinute: 20 },
  whenLimiterIsDown: 'closed',
  query: z.object({ number: protocolNumberSchema, word: checkWordSchema.min(1) }),
  file: ['application/pdf'],
  /** The bytes of the PDF. */
  answer: z.string(),
});

const blockedEntrySchema = z.object({
  /** Masked like a protocol's winner. */
  name: z.string(),
  lotNumber: z.string().nullable(),
  taxId: z.string().nullable(),
  personalId: z.string().nullable(),
  startDate: calendarDay,
  endDate: calendarDay,
  remainingDays: z.int(),
});
export type BlockedEntry = z.infer<typeof blockedEntrySchema>;

export const checkBlackList = contract({
  name: 'sanctions.check',
  refusals: { 422: ['captcha-expired', 'captcha-used', 'captcha-wrong'] },
  method: 'post',
  path: '/api/shop/check-black-list',
  summary: 'Is the holder of this STIR or PINFL barred; an empty list means an honest participant',
  tag: 'checks',
  access: 'public',
  rateLimit: { perMinute: 10 },
  whenLimiterIsDown: 'closed',
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('stir'), value: z.string().regex(/^\d{9}$/), captcha: captchaField }),
    z.strictObject({ kind: z.literal('pinfl'), value: z.string().regex(/^\d{14}$/), captcha: captchaField }),
  ]),
  answer: z.object({ entries: z.array(blockedEntrySchema) }),
});

export const checkContracts = [checkProtocol, protocolFile, checkBlackList];
