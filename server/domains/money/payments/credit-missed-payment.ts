import type {
  BookedTransaction,
  PaymentBook,
  PaymentProviders,
  StatedPayment,
  StatementSource,
} from '#server/integrations/payment-providers/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { createMismatchRepository, NOTES, type MismatchRow } from './mismatches.repository.ts';
import type { RefundJudge } from './refunds/refund-ports.ts';
import { createTopUpRepository } from './top-up.repository.ts';
import type { TopUp } from './top-up.ts';

/** Range of the provider's statement around the time at which the payment began. */
const AROUND_MS = 3_600_000;

export type CreditOutcome =
  | { outcome: 'credited'; mismatch: MismatchRow }
  | { outcome: 'unknown' }
  /** Already settled, or not a payment that was begun here and paid there. */
  | { outcome: 'not-creditable' }
  /** Staff never decide about their own money. */
  | { outcome: 'own' }
  /** Above the limit: a decision of two persons. */
  | { outcome: 'two-persons' }
  /** Asked again, the provider does not confirm the payment. */
  | { outcome: 'not-confirmed' }
  /** The provider does not answer; nothing was changed. */
  | { outcome: 'away'; cause: unknown };

/** A transaction by the provider's statement; null: unknown there. Rejects when the provider does not answer. */
export async function stated(
  statement: StatementSource,
  transaction: BookedTransaction,
): Promise<StatedPayment | null> {
  if (statement.kind === 'each') return statement.ask(transaction);
  const { createdMs, providerId } = transaction;
  const list = await statement.read(createdMs - AROUND_MS, createdMs + AROUND_MS);
  return list.find((one) => one.providerId === providerId) ?? null;
}

interface Missed {
  mismatch: MismatchRow;
  transaction: BookedTransaction;
  topUp: TopUp;
}

/** A payment that was begun here and, by a difference between the books, ended otherwise there; null: the difference is another one. */
export async function missedPayment(on: AnyDb, mismatchId: number): Promise<Missed | null> {
  const mismatch = await createMismatchRepository(on).byId(mismatchId);
  if (mismatch?.kind !== 'state-differs') return null;
  const rows = createTopUpRepository(on);
  const transaction = await rows.find(mismatch.provider, mismatch.providerId);
  const topUp = transaction && (await rows.byId(transaction.paymentId));
  return transaction && topUp ? { mismatch, transaction, topUp } : null;
}

export const isCreditable = ({ mismatch, transaction }: Missed): boolean =>
  mismatch.settledAt === null && transaction.state === 'created';

const moneyOf = (mismatchId: number, { topUp }: Missed) => ({
  ref: `missed-payment:${mismatchId}`,
  amountTiyin: topUp.amountTiyin,
  personIds: [topUp.personId],
});

type BookIn = (tx: AnyDb) => Pick<PaymentBook, 'perform'>;

/** False: it is not to be credited any more. */
async function creditIn(
  tx: AnyDb,
  bookIn: BookIn,
  { mismatch, transaction: { providerId } }: Missed,
  by: { personId: string; name: string },
): Promise<boolean> {
  const { outcome } = await bookIn(tx).perform(mismatch.provider, providerId);
  if (outcome !== 'performed') return false;
  await createMismatchRepository(tx).settle(mismatch.id, by, NOTES.credited);
  return true;
}

export interface TopUpCreditDeps {
  db: AnyDb;
  bookIn: BookIn;
  providers: () => PaymentProviders['list'];
  judge: RefundJudge;
}

/** Credits a payment whose callback never arrived: only after the provider confirms it again, and once; above the limit not by one person. */
export function createTopUpCredit({ db, bookIn, providers, judge }: TopUpCreditDeps) {
  return async (mismatchId: number, by: { personId: string; name: string }): Promise<CreditOutcome> => {
    if (!(await createMismatchRepository(db).byId(mismatchId))) return { outcome: 'unknown' };
    const missed = await missedPayment(db, mismatchId);
    const statement = missed && providers().find(({ id }) => id === missed.mismatch.provider)?.statement;
    if (!missed || !statement || !isCreditable(missed)) return { outcome: 'not-creditable' };
    if (missed.topUp.personId === by.personId) return { outcome: 'own' };
    let statedPayment: StatedPayment | null;
    try {
      statedPayment = await stated(statement, missed.transaction);
    } catch (cause) {
      // Not retried here: the answer to staff says that the provider is away.
      return { outcome: 'away', cause };
    }
    const { amountTiyin } = missed.transaction;
    if (statedPayment?.state !== 'paid' || (statedPayment.amountTiyin ?? amountTiyin) !== amountTiyin)
      return { outcome: 'not-confirmed' };
    return inTransaction(db, async (tx): Promise<CreditOutcome> => {
      await judge.lock(tx);
      const now = await missedPayment(tx, mismatchId);
      if (!now || !isCreditable(now)) return { outcome: 'not-creditable' };
      const acting = { by: by.personId, before: [] };
      const { approvers, refused } = await judge.judge(tx, moneyOf(mismatchId, now), acting);
      if (refused) return { outcome: 'own' };
      if (approvers > 1) return { outcome: 'two-persons' };
      if (!(await creditIn(tx, bookIn, now, by))) return { outcome: 'not-creditable' };
      return { outcome: 'credited', mismatch: (await createMismatchRepository(tx).byId(mismatchId))! };
    });
  };
}

async function mustExist(on: AnyDb, mismatchId: number): Promise<Missed> {
  const missed = await missedPayment(on, mismatchId);
  if (!missed) throw new Error(`difference ${mismatchId} is no missed payment`);
  return missed;
}

/** The same by two persons, by what the provider's books said at the last comparison: they are compared again and again meanwhile. */
export const missedPaymentDecision = (
  bookIn: BookIn,
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): DecisionKind<'missed-payment'> => ({
  name: 'missed-payment',
  subjectOf: ({ mismatchId }) => `payment-difference:${mismatchId}`,

  async lock(tx, { mismatchId }) {
    const missed = await missedPayment(tx, mismatchId);
    if (missed) await createTopUpRepository(tx).lock(missed.topUp.id);
  },

  async stateOf(on, { mismatchId }) {
    const missed = await missedPayment(on, mismatchId);
    if (!missed) return null;
    const { mismatch, transaction } = missed;
    return { ours: transaction.state, theirs: mismatch.theirs, settled: mismatch.settledAt !== null };
  },

  concerns: async (on, { mismatchId }) => ({
    personIds: [(await mustExist(on, mismatchId)).topUp.personId],
    lotId: null,
  }),

  accounts: async (on, { mismatchId }) => [(await mustExist(on, mismatchId)).topUp.personId],

  money: async (on, { mismatchId }) => ({
    ...moneyOf(mismatchId, await mustExist(on, mismatchId)),
    leaves: false,
    statedBy: [],
  }),

  async judge(on, { mismatchId }) {
    const missed = await mustExist(on, mismatchId);
    if (!isCreditable(missed)) return 'nothing-to-do';
    const { theirs } = missed.mismatch;
    return theirs?.state === 'paid' && theirs.amountTiyin === missed.topUp.amountTiyin
      ? null
      : 'not-confirmed';
  },

  async preview(on, { mismatchId }) {
    const { topUp } = await mustExist(on, mismatchId);
    const name = (await namesOf([topUp.personId])).get(topUp.personId);
    return [
      { fact: 'sum', type: 'money', tiyin: topUp.amountTiyin },
      ...(name ? [{ fact: 'person', type: 'text', text: name } as const] : []),
    ];
  },

  async apply(tx, { mismatchId }, { decidedBy }) {
    const missed = await mustExist(tx, mismatchId);
    const name = (await namesOf([decidedBy])).get(decidedBy) ?? '';
    const by = { personId: decidedBy, name };
    return isCreditable(missed) && (await creditIn(tx, bookIn, missed, by)) ? null : 'nothing-to-do';
  },
});
