import type {
  BookedTransaction,
  PaymentBook,
  PaymentProviders,
  StatedPayment,
  StatementSource,
} from '#server/integrations/payment-providers/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { createMismatchRepository, NOTES, type MismatchRow } from './mismatches.repository.ts';
import { createTopUpRepository } from './top-up.repository.ts';

/** Range of the provider's statement around the time at which the payment began. */
const AROUND_MS = 3_600_000;

export type CreditOutcome =
  | { outcome: 'credited'; mismatch: MismatchRow }
  | { outcome: 'unknown' }
  /** Already settled, or not a payment that was begun here and paid there. */
  | { outcome: 'not-creditable' }
  /** Staff never decide about their own money. */
  | { outcome: 'own' }
  /** Asked again, the provider does not confirm the payment. */
  | { outcome: 'not-confirmed' }
  /** The provider does not answer; nothing was changed. */
  | { outcome: 'away'; cause: unknown };

/** A transaction by the provider's statement; null: unknown there. Rejects when the provider does not answer. */
async function stated(
  statement: StatementSource,
  transaction: BookedTransaction,
): Promise<StatedPayment | null> {
  if (statement.kind === 'each') return statement.ask(transaction);
  const { createdMs, providerId } = transaction;
  const list = await statement.read(createdMs - AROUND_MS, createdMs + AROUND_MS);
  return list.find((one) => one.providerId === providerId) ?? null;
}

export interface TopUpCreditDeps {
  db: AnyDb;
  book: Pick<PaymentBook, 'perform'>;
  providers: () => PaymentProviders['list'];
}

/** Credits a payment whose callback never arrived: only after the provider confirms it again, and once. */
export function createTopUpCredit({ db, book, providers }: TopUpCreditDeps) {
  const rows = createTopUpRepository(db);
  const mismatches = createMismatchRepository(db);

  return async (mismatchId: number, by: { personId: string; name: string }): Promise<CreditOutcome> => {
    const mismatch = await mismatches.byId(mismatchId);
    if (!mismatch) return { outcome: 'unknown' };
    const { provider, providerId } = mismatch;
    const transaction = await rows.find(provider, providerId);
    const statement = providers().find(({ id }) => id === provider)?.statement;
    if (
      mismatch.settledAt ||
      mismatch.kind !== 'state-differs' ||
      transaction?.state !== 'created' ||
      !statement
    )
      return { outcome: 'not-creditable' };
    if ((await rows.byId(transaction.paymentId))?.personId === by.personId) return { outcome: 'own' };
    let statedPayment: StatedPayment | null;
    try {
      statedPayment = await stated(statement, transaction);
    } catch (cause) {
      // Not retried here: the answer to staff says that the provider is away.
      return { outcome: 'away', cause };
    }
    const { amountTiyin } = transaction;
    if (statedPayment?.state !== 'paid' || (statedPayment.amountTiyin ?? amountTiyin) !== amountTiyin)
      return { outcome: 'not-confirmed' };
    const done = await book.perform(provider, providerId);
    if (done.outcome !== 'performed') return { outcome: 'not-creditable' };
    await mismatches.settle(mismatchId, by, NOTES.credited);
    return { outcome: 'credited', mismatch: (await mismatches.byId(mismatchId))! };
  };
}
