import { z } from 'zod';
import { PROTOCOL_STATUSES } from '../../lifecycles/protocol-causes.ts';
import { contract } from '../contract.ts';
import { calendarDay } from '../calendar-day.ts';
import { idField, versionInBody, wholeNumber } from '../fields.ts';
import { protocolFactsSchema } from '../site/checks.ts';
import { writtenLine, writtenText } from '../written-texts.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

/** Letters of a reason to make a document again. */
export const REISSUE_REASON = { min: 5, max: 500 } as const;
/** Letters of a party's name, or a whole STIR or PINFL. */
export const PARTY_SEARCH = { min: 3, max: 100 } as const;

const staffProtocolSchema = protocolFactsSchema.extend({
  id: z.int(),
  /** Null in minutes, and in a lot in which the reader has a part. */
  buyer: z
    .object({
      id: z.string(),
      name: z.string(),
      /** Masked STIR or PINFL. */
      number: z.string().nullable(),
      participant: z.int(),
    })
    .nullable(),
  /** Null where the lot came without an account of its seller, and in a lot in which the reader has a part. */
  seller: z.object({ id: z.string(), name: z.string(), number: z.string().nullable() }).nullable(),
  /** The reader has a part in the lot. */
  hidden: z.boolean(),
  /** The sale at a fixed price that it records; null for auctions. */
  settlementId: z.int().nullable(),
  /** 1 until its document is made again. */
  issue: z.int(),
  /** Of the newest one; null: as it was made first. */
  issued: z.object({ atMs: z.number(), by: z.string(), reason: z.string() }).nullable(),
  /** Path of the full copy; null for staff who do not see requisites. */
  fileUrl: z.string().nullable(),
});
/** Its year, where it is named, and its number in the year. */
export const PROTOCOL_NUMBER = /^(?:[Pp]-?)?(?:(\d{4})-)?0*(\d{1,9})$/;

export type StaffProtocol = z.infer<typeof staffProtocolSchema>;

/** Newest first. A search for a party is in the reader's action log, and finds nothing of lots in which the reader has a part. */
export const consoleProtocols = contract({
  name: 'console.protocols',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/protocols',
  summary: 'Protocols and minutes of all lots',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readProtocols },
  rateLimit: { perMinute: 120 },
  query: z.strictObject({
    /** As printed, or the last part of it: `P-2026-000012`, `2026-12`, `12`. */
    number: z.string().trim().regex(PROTOCOL_NUMBER).optional(),
    lot: wholeNumber(1, 999_999_999_999_999).optional(),
    party: writtenLine(PARTY_SEARCH.min, PARTY_SEARCH.max).optional(),
    status: z.enum(PROTOCOL_STATUSES).optional(),
    from: calendarDay.optional(),
    to: calendarDay.optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(staffProtocolSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

/**
 * Copies that are asked for from now on are made again from what was recorded and signed; those given out before stay as they are.
 */
export const reissueProtocol = contract({
  name: 'console.reissue-protocol',
  method: 'post',
  path: '/api/console/protocols/:id/issues',
  summary: 'Make the document of a protocol again, with the same content',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.reissueProtocols },
  subject: { kind: 'protocol', param: 'id' },
  rateLimit: { perMinute: 20 },
  params: z.object({ id: idField }),
  body: z.strictObject({
    /** The one that was read. */
    issue: versionInBody,
    reason: writtenText(REISSUE_REASON.min, REISSUE_REASON.max),
  }),
  answer: z.object({ number: z.string(), issue: z.int() }),
  refusals: { 404: ['not-found'], 409: ['console-protocols.changed'] },
});

export const consoleProtocolContracts = [consoleProtocols, reissueProtocol];
