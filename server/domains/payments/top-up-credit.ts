import type {
  BookedTransaction,
  PaymentBook,
  PaymentProviders,
  StatedPayment,
  StatementSource,
} from '#server/integrations/payment-providers/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { createMismatchRepository, NOTES, type KeptMismatch } from './mismatches.repository.ts';
import { createTopUpRepository } from './top-up.repository.ts';

/** A provider's list is read so far around the time at which the payment began. */
const AROUND_MS = 3_600_000;

export type CreditOutcome =
  | { outcome: 'credited'; mismatch: KeptMismatch }
  | { outcome: 'unknown' }
  /** It is settled, or no payment that was begun here and paid there. */
  | { outcome: 'not-creditable' }
  /** Staff never decides about money of its own. */
  | { outcome: 'own' }
  /** The provider, asked once more, does not say that it is paid. */
  | { outcome: 'not-confirmed' }
  /** The provider does not answer; nothing was changed. */
  | { outcome: 'away'; cause: unknown };

/** The provider's own word on a transaction; null: it knows none. Rejects when it does not answer. */
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

/** Credits what a provider debited and could not tell us: only after it was asked once more, and once. */
export function createTopUpCredit({ db, book, providers }: TopUpCreditDeps) {
  const rows = createTopUpRepository(db);
  const mismatches = createMismatchRepository(db);

  return async (mismatchId: number, by: { personId: string; name: string }): Promise<CreditOutcome> => {
    const kept = await mismatches.byId(mismatchId);
    if (!kept) return { outcome: 'unknown' };
    const { provider, providerId } = kept;
    const transaction = await rows.find(provider, providerId);
    const statement = providers().find(({ id }) => id === provider)?.statement;
    if (kept.settledAt || kept.kind !== 'state-differs' || transaction?.state !== 'created' || !statement)
      return { outcome: 'not-creditable' };
    if ((await rows.byId(transaction.paymentId))?.personId === by.personId) return { outcome: 'own' };
    let told: StatedPayment | null;
    try {
      told = await stated(statement, transaction);
    } catch (cause) {
      // Not retried here: staff reads that the provider is away and asks again.
      return { outcome: 'away', cause };
    }
    const { amountTiyin } = transaction;
    if (told?.state !== 'paid' || (told.amountTiyin ?? amountTiyin) !== amountTiyin)
      return { outcome: 'not-confirmed' };
    const done = await book.perform(provider, providerId);
    if (done.outcome !== 'performed') return { outcome: 'not-creditable' };
    await mismatches.settle(mismatchId, by, NOTES.credited);
    return { outcome: 'credited', mismatch: (await mismatches.byId(mismatchId))! };
  };
}
