import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { contract } from '../contract.ts';
import { RECORD_KINDS } from './record-kinds.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

/** Of each kind so many related records are shown, the newest. */
export const RELATED_MOST = 20;

const recordSchema = z.object({
  kind: z.enum(RECORD_KINDS),
  /** Its number; of a person the account's id, of a protocol the number that is printed on it. */
  number: z.string(),
  /** When it began. */
  atMs: z.number().nullable(),
  amountTiyin: z.int().nullable(),
  /** A state of its kind, as its list has it; of a person `active` or `disabled`, of a hold how it ended. */
  state: z.string(),
  /** The title of a lot. */
  title: localizedTextSchema.nullable(),
  /** The name of a person; a code of its kind: what a decision or a task is about, the sign of a flag; words of staff or a bank. */
  note: z.string().nullable(),
  /** The lot it is about, where it is one. */
  lotId: z.int().nullable(),
});
export type StaffRecord = z.infer<typeof recordSchema>;

/**
 * 404 without such a record, for a kind that the reader's roles do not open, and for one of a lot in which the reader has a part: such
 * are not among the related ones either. The reading is in the reader's action log.
 */
export const consoleRecord = contract({
  name: 'console.record',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/console/records/:kind/:number',
  summary: 'One record in a line, and the records it is related to, whichever of the two names the other',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readOrders },
  rateLimit: { perMinute: 120 },
  params: z.object({
    kind: z.enum(RECORD_KINDS),
    number: z.string().regex(/^[A-Za-z0-9-]{1,40}$/),
  }),
  answer: z.object({
    record: recordSchema,
    /** By kind in the order of the kinds, within it the newest first. */
    related: z.array(recordSchema),
    /** Kinds of which there are more. */
    more: z.array(z.enum(RECORD_KINDS)),
  }),
});

export const recordContracts = [consoleRecord];
