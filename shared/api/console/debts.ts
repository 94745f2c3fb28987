import { z } from 'zod';
import { contract } from '../contract.ts';
import { FORFEIT_RECEIVERS } from '../../rule-sets/forfeit-receivers.ts';
import { sumOfRows, uuid, wholeNumber } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

const tiyin = z.int().min(0);
const paged = { page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(20) } as const;
const pageAnswer = { total: z.int(), page: z.int(), size: z.int() } as const;

/** What people may owe the platform; each kind is a movement of the ledger that another one ends. */
export const DEBT_KINDS = ['penalty', 'sale-claim', 'credit-claim'] as const;
export type DebtKind = (typeof DEBT_KINDS)[number];

export const DEBT_STATES = ['unpaid', 'paid'] as const;

const facts = {
  /** Number of the movement by which it is owed. */
  id: z.int(),
  kind: z.enum(DEBT_KINDS),
  /** What it is owed for. */
  about: z.object({
    kind: z.enum(['lot', 'order', 'payment', 'refund', 'other']),
    id: z.string().nullable(),
  }),
  amountTiyin: tiyin,
  owedSinceMs: z.int(),
  /** null: it is owed still. A debt is paid whole, so nothing else is ever left of it. */
  paidAtMs: z.int().nullable(),
};

const ownDebtSchema = z.object({
  ...facts,
  /** Of another account of the same person: it counts, and is paid from the balance of that account. */
  ofOtherAccount: z.boolean(),
});
export type OwnDebt = z.infer<typeof ownDebtSchema>;

/** The newest first; what is owed comes before what is paid. Those of all accounts with my PINFL or STIR. */
export const debts = contract({
  tag: 'user',
  access: 'signed-in',
  rateLimit: { perMinute: 120 },
  name: 'debts.list',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/debts',
  summary: 'What I owe, and what I owed and paid',
  query: z.strictObject(paged),
  answer: z.object({
    items: z.array(ownDebtSchema),
    /** All that is not paid; sending orders is refused until it is 0. */
    owedTiyin: tiyin,
    /** The part of it that is paid from the balance of this account. */
    ownOwedTiyin: tiyin,
    /** Ids of what that part is made of, the oldest first. */
    ownUnpaidIds: z.array(z.int()),
    ...pageAnswer,
  }),
});

/**
 * From the balance: each of them whole, all of them or none, and each once. A repeat answers `paid` again. 404 when one of
 * them is no debt of this account.
 */
export const payDebts = contract({
  tag: 'user',
  access: 'signed-in',
  rateLimit: { perMinute: 30 },
  name: 'debts.pay',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/user/debts/pay',
  summary: 'Pay debts from my balance',
  body: z.strictObject({ ids: z.array(z.int().min(1)).min(1).max(200) }),
  answer: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('paid'), repeated: z.boolean(), owedTiyin: tiyin }),
    z.object({ verdict: z.literal('short'), missingTiyin: tiyin }),
  ]),
});

const staffDebtSchema = z.object({
  ...facts,
  person: z.object({ id: z.string(), name: z.string() }),
  paidTiyin: tiyin,
  leftTiyin: tiyin,
});
export type StaffDebt = z.infer<typeof staffDebtSchema>;

/** The newest first; of unpaid ones the oldest first. */
export const consoleDebts = contract({
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readDebts },
  rateLimit: { perMinute: 120 },
  name: 'console.debts',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/debts',
  summary: 'What people owe the platform',
  query: z.strictObject({
    state: z.enum([...DEBT_STATES, 'all']).default('unpaid'),
    kind: z.enum(DEBT_KINDS).optional(),
    personId: uuid.optional(),
    ...paged,
  }),
  answer: z.object({
    items: z.array(staffDebtSchema),
    /** All that is not paid, whatever is asked for. */
    owedTiyin: tiyin,
    sums: z.object({ amountTiyin: sumOfRows }),
    ...pageAnswer,
  }),
});

/** At most a hundred, the oldest first, and whether there are later ones. */
export const consoleForfeits = contract({
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readPayments },
  rateLimit: { perMinute: 120 },
  name: 'console.forfeits',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/forfeits',
  summary: 'Forfeited deposits and paid penalties that have not left the platform',
  /** Of those before this journal none is listed, nor itself. */
  query: z.strictObject({ after: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0) }),
  answer: z.object({
    more: z.boolean(),
    items: z.array(
      z.object({
        journalId: z.int(),
        name: z.string(),
        amountTiyin: tiyin,
        /** Who gets it, as the rule set of its lot says. */
        receiver: z.enum(FORFEIT_RECEIVERS),
      }),
    ),
  }),
});

export const debtContracts = [debts, payDebts, consoleDebts, consoleForfeits];
