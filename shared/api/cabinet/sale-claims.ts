import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { contract } from '../contract.ts';
import { idInBody } from '../fields.ts';

const tiyin = z.int().min(0);
const mine = { access: 'signed-in', method: 'get', rateLimit: { perMinute: 120 } } as const;

/** How a buyer got what was owed: the seller returned it, the operator answered for it, or the buyer waived it. */
export const CLAIM_ENDS = ['repaid', 'indemnity', 'waived'] as const;
export type ClaimEnd = (typeof CLAIM_ENDS)[number];

const claim = {
  id: z.int(),
  lotId: z.int(),
  title: localizedTextSchema,
  amountTiyin: tiyin,
  createdAtMs: z.int(),
} as const;

/** Those to be paid first. Paid as other debts are, by their `debtId`. */
export const saleClaims = contract({
  ...mine,
  tag: 'winlot',
  name: 'winner-payments.claims',
  refusals: {},
  path: '/api/shop/winner-payments/claims',
  summary: 'What I owe for sales that were cancelled after I was paid out',
  answer: z.object({
    items: z.array(z.object({ ...claim, debtId: z.int(), paidAtMs: z.int().nullable() })),
    /** Sum of those that are not paid; orders cannot be sent until it is 0. */
    owedTiyin: tiyin,
  }),
});

/** Those that are owed first. */
export const buyerClaims = contract({
  ...mine,
  tag: 'winlot',
  name: 'winlot.claims',
  refusals: {},
  path: '/api/shop/winlot/claims',
  summary: 'What I am owed for purchases that were cancelled after the seller had the money',
  answer: z.object({
    items: z.array(
      z.object({
        ...claim,
        ended: z.enum(CLAIM_ENDS).nullable(),
        endedAtMs: z.int().nullable(),
        /** When I said that I waive it; two persons of staff then end it. */
        waivedAtMs: z.int().nullable(),
      }),
    ),
    /** Sum of those that have not ended. */
    owedTiyin: tiyin,
  }),
});

/**
 * I want nothing more for it, or take that back until two persons of staff have ended it. 404: it is not mine, or has ended.
 */
export const waiveClaim = contract({
  access: 'signed-in',
  method: 'post',
  rateLimit: { perMinute: 20 },
  tag: 'winlot',
  name: 'winlot.waive-claim',
  refusals: { 404: ['not-found'] },
  path: '/api/shop/winlot/waive-claim',
  summary: 'Waive what I am owed for a cancelled purchase, or take that back',
  body: z.strictObject({ claimId: idInBody, waives: z.boolean() }),
  answer: z.object({ waives: z.boolean() }),
});

export const saleClaimContracts = [saleClaims, buyerClaims, waiveClaim];
