import { z } from 'zod';
import { contract, STAFF_ROLES } from '../contract.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

const waitingWorkSchema = z.object({
  /** Of the console's menu. */
  page: z.string(),
  count: z.int(),
  /** Since when the oldest one waits; null when none does. */
  oldestAtMs: z.int().nullable(),
  /** Past their deadline; null where none has one. */
  overdue: z.int().nullable(),
});
export type WaitingWork = z.infer<typeof waitingWorkSchema>;

/** What waits for staff in the lists that the caller's roles may read. */
export const waitingWork = contract({
  name: 'console.waiting',
  refusals: {},
  method: 'get',
  path: '/api/console/waiting',
  summary: 'How much waits for staff, by page of the console, and since when',
  tag: 'console',
  access: { roles: STAFF_ROLES },
  rateLimit: { perMinute: 120 },
  answer: z.object({ items: z.array(waitingWorkSchema), serverAtMs: z.int() }),
});

/** `indemnity`: what the operator paid in to answer for others. */
const MONEY_IN = ['top-up', 'indemnity'] as const;
export type MoneyIn = (typeof MONEY_IN)[number];
/** `lost`: forfeited deposits and penalties that were passed on; `reversal`: top-ups that their provider took back. */
const MONEY_OUT = ['refund', 'payout', 'lost', 'reversal'] as const;
export type MoneyOut = (typeof MONEY_OUT)[number];

const movedSchema = <Kind extends string>(kinds: readonly [Kind, ...Kind[]]) =>
  z.object({ kind: z.enum(kinds), count: z.int(), amountTiyin: z.int() });
export interface MoneyMoved<Kind extends MoneyIn | MoneyOut> {
  kind: Kind;
  count: number;
  amountTiyin: number;
}

/** Every kind once, also those of which there is nothing yet. */
export const moneyOfDay = contract({
  name: 'console.money-of-day',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/money-of-day',
  summary: 'What came into the platform and what left it since midnight in Tashkent, by kind',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readPayments },
  rateLimit: { perMinute: 60 },
  answer: z.object({
    fromMs: z.int(),
    in: z.array(movedSchema(MONEY_IN)),
    out: z.array(movedSchema(MONEY_OUT)),
  }),
});

export const todayContracts = [waitingWork, moneyOfDay];
