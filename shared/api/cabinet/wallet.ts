import { z } from 'zod';
import { contract } from '../contract.ts';
import { calendarDay } from '../calendar-day.ts';
import { wholeNumber } from '../fields.ts';

const mine = { tag: 'user', access: 'signed-in' } as const;

/** Movements of a person's money: each kind has a text of its own. */
export const TRANSACTION_KINDS = [
  'top-up',
  'top-up-reversal',
  'hold',
  'release',
  'capture',
  'forfeit',
  'pay-out',
  'pay-out-returned',
  'penalty-paid',
  'payment',
  'sale-back',
  'sale-claim-paid',
  'buyer-claim-paid',
  'sale-late-fee',
  'sale-set-off',
  'refund-set-off',
  'set-off',
  'set-off-back',
  'own-debt-out',
  'own-debt-in',
  'credit-claim-paid',
  'credit-moved',
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/**
 * Which way money moved: in, out, or between what can be spent and what is held, which neither adds nor takes anything.
 */
export const TRANSACTION_TYPES = ['income', 'outgoing', 'held'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** What money moved for; `id` is the lot's, the order's, the payment's or the refund's number. */
const subjectSchema = z.object({
  kind: z.enum(['lot', 'order', 'payment', 'refund', 'other']),
  id: z.string().nullable(),
});

const transactionSchema = z.object({
  /** Number of the movement in the ledger. */
  id: z.int(),
  atMs: z.number(),
  kind: z.enum(TRANSACTION_KINDS),
  type: z.enum(TRANSACTION_TYPES),
  amountTiyin: z.int(),
  /** The sum was held before and leaves what is held, so what can be spent stays as it was. */
  fromHeld: z.boolean(),
  about: subjectSchema,
  /** What I could spend, and what was held, right after it. */
  balanceTiyin: z.int(),
  heldTiyin: z.int(),
  /** Always done: an entry is written when it is true. */
  status: z.literal('done'),
});
export type TransactionView = z.infer<typeof transactionSchema>;

/** The newest first. `from` and `to` are days in Tashkent, both included. */
export const transactions = contract({
  ...mine,
  name: 'user.transactions',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/transactions',
  summary: 'Movements of my money',
  rateLimit: { perMinute: 120 },
  query: z.strictObject({
    type: z.enum(TRANSACTION_TYPES).optional(),
    kind: z.enum(TRANSACTION_KINDS).optional(),
    from: calendarDay.optional(),
    to: calendarDay.optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(transactionSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

const heldMoneySchema = z.object({
  id: z.int(),
  amountTiyin: z.int(),
  about: subjectSchema,
  heldAtMs: z.number(),
});

/** What I can spend, what is held, and what it is held for, the newest first. */
export const money = contract({
  token: 'read',
  ...mine,
  name: 'user.money',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/money',
  summary: 'My balance, available and held',
  rateLimit: { perMinute: 120 },
  answer: z.object({
    availableTiyin: z.int(),
    heldTiyin: z.int(),
    held: z.array(heldMoneySchema),
  }),
});

export const walletContracts = [transactions, money];
