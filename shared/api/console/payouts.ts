import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import {
  PAYOUT_ACTIONS,
  PAYOUT_HOLDS,
  PAYOUT_STATES,
  REQUISITES_DIFFERENCES,
} from '../../lifecycles/payout.ts';
import { TWO_APPROVERS_BECAUSE } from '../../trade/staff-money.ts';
import { SALE_KINDS, SETTLEMENT_STATES } from '../../lifecycles/settlement.ts';
import { contract } from '../contract.ts';
import { idField, sumOfRows, wholeNumber } from '../fields.ts';
import { accessOf, STAFF_RIGHTS } from './staff-rights.ts';
import { writtenLine } from '../written-texts.ts';

/** What steps of a payout refuse. */
const MOVING_PAYOUTS = {
  404: ['not-found'],
  409: [
    'payouts.cancellation',
    'payouts.dispute',
    'payouts.document-used',
    'payouts.hand-over',
    'payouts.over',
    'payouts.own-money',
    'payouts.protest',
    'payouts.protest-window',
    'payouts.requisites-changed',
    'payouts.second-person',
    'payouts.sender',
    'payouts.too-few-approvals',
  ],
  422: ['lists.not-offered', 'payouts.no-requisites', 'payouts.too-early'],
} as const;

const tiyin = z.int().min(0);
const paged = { page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(20) } as const;

/** Parts of the price that a payout is for, the last one included; null: the whole price. */
const paidOutPartsSchema = z.object({ from: z.int(), through: z.int() }).nullable();

const winnerPaymentSchema = z.object({
  settlementId: z.int(),
  lotId: z.int(),
  title: localizedTextSchema,
  sale: z.enum(SALE_KINDS),
  /** The buyer's number in the room. */
  bidderNumber: z.int(),
  priceTiyin: tiyin,
  state: z.enum(SETTLEMENT_STATES),
  soldAtMs: z.int(),
  dueAtMs: z.int(),
  /**
   * What the buyer has paid, the deposit of the auction first. Empty until something is paid. `part`: a part of the price, without
   * the deposit, with its number in `k`; `late-fee`: for that part. `returned`: what the buyer got back of it when the sale ended.
   */
  parts: z.array(
    z.object({
      kind: z.enum(['deposit', 'rest', 'part', 'late-fee', 'returned']),
      /** null: not of one part. */
      k: z.int().nullable(),
      amountTiyin: tiyin,
      atMs: z.int(),
    }),
  ),
  /** What the seller gets, and who else shares the price by the lot's rule set; empty while the lot is not paid. */
  payouts: z.array(
    z.object({
      id: z.int(),
      /** null: the seller. */
      recipient: z.string().nullable(),
      parts: paidOutPartsSchema,
      state: z.enum(PAYOUT_STATES),
      feeTiyin: tiyin,
      amountTiyin: tiyin,
      /** What of it paid debts of the seller. */
      setOffTiyin: tiyin,
      /** The time for protests ends; the money does not leave before. */
      notBeforeMs: z.int(),
      sentAtMs: z.int().nullable(),
      paidAtMs: z.int().nullable(),
    }),
  ),
});
export type WinnerPayment = z.infer<typeof winnerPaymentSchema>;

export const winnerPayments = contract({
  tag: 'winlot',
  access: 'signed-in',
  rateLimit: { perMinute: 120 },
  name: 'winner-payments.list',
  refusals: {},
  method: 'get',
  path: '/api/shop/winner-payments',
  summary: 'What buyers of my lots have paid, and when I am paid out; the newest first',
  query: z.strictObject(paged),
  answer: z.object({
    items: z.array(winnerPaymentSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readPayouts },
  rateLimit: { perMinute: 120 },
} as const;

/** Where the money goes; account numbers are masked for those who may not see requisites. */
const requisitesSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('account'),
    bankName: z.string(),
    account: z.string(),
    mfo: z.string(),
    holderName: z.string(),
  }),
  z.object({ kind: z.literal('card'), cardType: z.string(), cardMask: z.string() }),
]);

/** `return` is proposed to a second person: a decision of the kind `payout-return`. */
const PAYOUT_MOVES = ['approve', 'send', 'settle', 'return', 'plan-again'] as const;
export type PayoutMove = (typeof PAYOUT_MOVES)[number];

const staffPayoutSchema = z.object({
  id: z.int(),
  settlementId: z.int(),
  lotId: z.int(),
  title: localizedTextSchema,
  /**
   * Null in lots the reader sells or takes part in, under any account: such a reader gets no recipient and no requisites either, and
   * not what was noticed about them.
   */
  seller: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whose share of the price this is, by the lot's rule set; null: the seller's. */
  recipient: z.string().nullable(),
  parts: paidOutPartsSchema,
  /** Its part of the price, with what the buyer paid for being late. */
  priceTiyin: tiyin,
  /** Of the operator, as the rule set of the lot had it when the lot was published. */
  feeTiyin: tiyin,
  amountTiyin: tiyin,
  /** What of it pays debts of the seller; of one that is to be sent, as much as it would be now. */
  setOffTiyin: tiyin,
  state: z.enum(PAYOUT_STATES),
  notBeforeMs: z.int(),
  /** Those approved, or else those the seller's order has now; null: none given. */
  requisites: requisitesSchema.nullable(),
  /** Of the requisites: an approval names it, so that what is approved has been seen. Empty without requisites. */
  requisitesMark: z.string(),
  /** The seller's last change of requisites after the lot was sold; staff ask before they pay. */
  requisitesChangedAtMs: z.int().nullable(),
  /** From what the seller's account differs. */
  requisitesDiffer: z.array(z.enum(REQUISITES_DIFFERENCES)),
  /** Besides the one who sends it. */
  approvalsNeeded: z.int(),
  /** Why two; null: one is enough. */
  twoBecause: z.enum(TWO_APPROVERS_BECAUSE).nullable(),
  approvals: z.int(),
  bankDocument: z.string().nullable(),
  steps: z.array(
    z.object({
      action: z.enum(PAYOUT_ACTIONS),
      by: z.string(),
      atMs: z.int(),
      note: z.string().nullable(),
    }),
  ),
  /** Why nothing is approved or sent now; null: nothing holds it. */
  heldBy: z.enum(PAYOUT_HOLDS).nullable(),
  /** Actions the reader may take now. */
  may: z.array(z.enum(PAYOUT_MOVES)),
});
export type StaffPayout = z.infer<typeof staffPayoutSchema>;

/** Those that wait for staff, the earliest first; otherwise the newest first. */
export const consolePayouts = contract({
  ...staff,
  name: 'console.payouts',
  refusals: { 404: ['not-found'], 422: ['lists.not-offered'] },
  method: 'get',
  mayLag: true,
  path: '/api/console/payouts',
  summary: 'What sellers get for paid sales',
  query: z.strictObject({
    state: z.enum(['waiting', ...PAYOUT_STATES, 'all']).default('waiting'),
    lotId: idField.optional(),
    ...paged,
  }),
  answer: z.object({
    items: z.array(staffPayoutSchema),
    waiting: z.int(),
    sums: z.object({ amountTiyin: sumOfRows }),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

const deciding = {
  ...staff,
  access: accessOf('decidePayouts'),
  rateLimit: { perMinute: 60 },
  subject: { kind: 'payout', param: 'payoutId' },
  method: 'post',
  params: z.object({ payoutId: idField }),
  answer: staffPayoutSchema,
} as const;

/**
 * 409 `payouts.over` in another state, `payouts.second-person` from one who has approved, `payouts.requisites-changed` when
 * the seller has other requisites by now (approvals start again), `payouts.protest`, `payouts.protest-window`, `payouts.cancellation`, `payouts.dispute`
 * and `payouts.hand-over` while these hold it; 422 `payouts.too-early` before the time for protests is
 * over, `payouts.no-requisites`.
 */
export const approvePayout = contract({
  ...deciding,
  name: 'console.approve-payout',
  refusals: MOVING_PAYOUTS,
  subject: { ...deciding.subject, colleagues: true },
  path: '/api/console/payouts/:payoutId/approve',
  summary: 'Approve a payout with the requisites shown; a large one needs two persons',
  body: z.strictObject({ requisitesMark: z.string().min(1).max(64) }),
});

/**
 * 409 `payouts.over` in another state, `payouts.requisites-changed` when the seller has other requisites by now,
 * `payouts.too-few-approvals` when it needs more approvals by now than it has: it is planned again.
 */
export const sendPayout = contract({
  ...deciding,
  name: 'console.send-payout',
  refusals: MOVING_PAYOUTS,
  path: '/api/console/payouts/:payoutId/send',
  summary:
    'Note that the bank has the payment order of a payout; the fee is taken, and what the seller owes is set off',
  body: z.strictObject({}),
});

/**
 * 409 `payouts.over` in another state, `payouts.own-money` from one whose sale or purchase it is, `payouts.document-used` by a document of
 * another payment, `payouts.sender` from who sent it.
 */
export const settlePayout = contract({
  ...deciding,
  name: 'console.settle-payout',
  refusals: MOVING_PAYOUTS,
  path: '/api/console/payouts/:payoutId/paid',
  summary: 'Note that the bank has paid out',
  body: z.strictObject({ document: writtenLine(1, 100) }),
});

/** 409 `payouts.over` in another state, `payouts.own-money` from one whose sale or purchase it is. */
export const planPayoutAgain = contract({
  ...deciding,
  name: 'console.plan-payout-again',
  refusals: MOVING_PAYOUTS,
  path: '/api/console/payouts/:payoutId/plan-again',
  summary: 'Prepare a payout again that the bank sent back; it is approved again',
  body: z.strictObject({}),
});

export const payoutContracts = [
  winnerPayments,
  consolePayouts,
  approvePayout,
  sendPayout,
  settlePayout,
  planPayoutAgain,
];
