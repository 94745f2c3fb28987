import { z } from 'zod';
import { MAX_TIYIN } from '../auction/rules.ts';
import { contract } from './contract.ts';
import { idField } from './fields.ts';

const tiyin = z.int().min(0);

/** `late`: its deadline has passed and it is not paid; `now`: the next one to be paid; `next`: later ones. */
const PART_STATES = ['paid', 'late', 'now', 'next'] as const;

/** What a late payment costs by the rule set of the lot: basis points of the part for each day begun, and at most. */
const lateFeeSchema = z.object({ bpPerDay: z.int().min(0), capBp: z.int().min(0) });

const partSchema = z.object({
  /** 0: the first part, in which the deposit counts; part k is due k calendar months after the first one was paid. */
  k: z.int().min(0),
  /** Part of the price; the parts make up the price. */
  amountTiyin: tiyin,
  /** Of the first part: until when it is to be paid, or when it was paid. */
  dueAtMs: z.int(),
  state: z.enum(PART_STATES),
  paidAtMs: z.int().nullable(),
  /** Paid for being late, or what it would be now; beside the amount. */
  lateFeeTiyin: tiyin,
  /** What is to be paid for it now from the balance: the late fee included, without the held deposit; 0: paid. */
  toPayTiyin: tiyin,
});
export type Part = z.infer<typeof partSchema>;

/** The same for the buyer, the seller and staff. */
export const partScheduleSchema = z.object({
  /** When the first part was paid; null: it is not, and the dates are those if it were paid now. */
  begunAtMs: z.int().nullable(),
  /** After the first one. */
  months: z.int().min(1),
  firstPartBp: z.int().min(1),
  parts: z.array(partSchema),
  /** Of the price, the deposit that counts included; 0 before the first part is paid. */
  paidTiyin: tiyin,
  /** Of the price. */
  leftTiyin: tiyin,
  /** Late parts with their late fees; 0: none. */
  lateTiyin: tiyin,
  /** Paid for being late so far. */
  lateFeesPaidTiyin: tiyin,
  /** null: being late costs nothing. */
  lateFee: lateFeeSchema.nullable(),
  /** A part is taken from the balance at its deadline where the balance suffices. */
  takenAtDeadline: z.boolean(),
});
export type PartSchedule = z.infer<typeof partScheduleSchema>;

const plannedPartSchema = z.object({ k: z.int().min(0), amountTiyin: tiyin, dueAtMs: z.int() });

const plan = z.object({
  /** When the first part is paid in this example. */
  firstPaidAtMs: z.int(),
  parts: z.array(plannedPartSchema),
});

/**
 * 404: no such lot, or it does not offer payment by parts. `parts` has one entry where the first part is the whole price: then there
 * is nothing to be paid later.
 */
export const lotPartSchedule = contract({
  name: 'lots.part-schedule',
  refusals: { 404: ['lots.not-found', 'not-found'] },
  method: 'get',
  tag: 'lots',
  access: 'public',
  rateLimit: { perMinute: 120 },
  path: '/api/shop/lot-card/part-schedule/:id',
  summary: 'What would be paid by when if the price of a lot were paid by parts',
  params: z.object({ id: idField }),
  query: z.strictObject({
    /** Absent: the price now, or the start price. */
    priceTiyin: z.coerce.number().int().min(1).max(MAX_TIYIN).optional(),
  }),
  answer: z.object({
    priceTiyin: tiyin,
    /** Counts towards the first part. */
    depositTiyin: tiyin,
    months: z.int().min(1),
    firstPartBp: z.int().min(1),
    lateFee: lateFeeSchema.nullable(),
    takenAtDeadline: z.boolean(),
    /** If the first part were paid now. */
    ifNow: plan,
    /** If it were paid at the deadline: that of the sale, or of one that ends as announced; null: the end is not known. */
    ifAtDeadline: plan.nullable(),
  }),
});

export const partContracts = [lotPartSchedule];
