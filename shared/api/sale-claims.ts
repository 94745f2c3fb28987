import { z } from 'zod';
import { localizedTextSchema } from '../i18n/localized.ts';
import { contract } from './contract.ts';

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
  path: '/api/shop/winlot/claims',
  summary: 'What I am owed for purchases that were cancelled after the seller had the money',
  answer: z.object({
    items: z.array(
      z.object({ ...claim, ended: z.enum(CLAIM_ENDS).nullable(), endedAtMs: z.int().nullable() }),
    ),
    /** Sum of those that have not ended. */
    owedTiyin: tiyin,
  }),
});

export const saleClaimContracts = [saleClaims, buyerClaims];
