import type {
  BeginAsk,
  BeginOutcome,
  BookedTransaction,
  CancelAsk,
  CancelOutcome,
  PaymentBook,
  PerformOutcome,
} from '#server/integrations/payment-providers/index.ts';
import {
  inTransaction,
  isUniqueViolation,
  writeOutbox,
  type AnyDb,
} from '#server/platform/database/index.ts';
import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';
import { PAID_STATUSES } from '#shared/lifecycles/payment.ts';
import { createMismatchRepository } from './mismatches.repository.ts';
import { PAYMENT_EVENTS } from './payments.events.ts';
import { isPayable, paymentReference, receiptNumber, type TopUp } from './top-up.ts';
import { createTopUpRepository, type TopUpRepository } from './top-up.repository.ts';

/** The wallet's calls for incoming money, within the caller's transaction. */
export interface IncomingWallet {
  topUp(request: Incoming): Promise<{ outcome: 'credited' | 'key-reused' }>;
  reverseTopUp(
    request: Incoming,
  ): Promise<
    { outcome: 'reversed' | 'no-top-up' | 'key-reused' } | { outcome: 'short'; missingTiyin: number }
  >;
}

interface Incoming {
  provider: PaymentProvider;
  /** The provider's number of the payment. */
  key: string;
  personId: string;
  amountTiyin: number;
  reference: string;
  reason: string;
  actor: string;
}

/** Subject of the notification, written in the same transaction. */
export type PaymentChange = { paid: TopUp } | { returned: TopUp };

export interface ProviderTransactionsDeps {
  db: AnyDb;
  walletIn: (tx: AnyDb) => IncomingWallet;
  notify: (tx: AnyDb, news: PaymentChange) => Promise<void>;
  now?: () => number;
  /** Crash points of fault tests. */
  crashAt?: (step: 'callback-before-commit' | 'callback-after-commit') => void;
}

const ACTOR = 'system';
const NUMBER = /^[1-9]\d{0,14}$/;
const numberOf = (account: string): number | null => (NUMBER.test(account) ? Number(account) : null);

/**
 * Transactions that payment providers begin, perform and cancel. Every change locks the payment first, then moves money:
 * one lock order for all.
 */
export function createProviderTransactions(deps: ProviderTransactionsDeps): PaymentBook {
  const { db, walletIn, notify, now = Date.now, crashAt = () => undefined } = deps;
  const own = createTopUpRepository(db);

  /** One change in one transaction: that of the caller, or its own. */
  const change = async <Result>(
    work: (rows: TopUpRepository, tx: AnyDb) => Promise<Result>,
  ): Promise<Result> => {
    if (db.isTransaction) return work(own, db);
    const result = await inTransaction(db, async (tx) => {
      const done = await work(createTopUpRepository(tx), tx);
      crashAt('callback-before-commit');
      return done;
    });
    crashAt('callback-after-commit');
    return result;
  };

  const verdictOf = async (
    rows: TopUpRepository,
    topUp: TopUp | undefined,
    provider: PaymentProvider,
    amountTiyin: number | null,
  ) => {
    if (!topUp || topUp.provider !== provider) return 'unknown-payment';
    if (PAID_STATUSES.includes(topUp.status)) return 'paid';
    if (await rows.isShutOut(topUp.personId)) return 'no-person';
    if (amountTiyin !== null && amountTiyin !== topUp.amountTiyin) return 'wrong-amount';
    if (await rows.live(topUp.id)) return 'being-paid';
    return isPayable(topUp, now()) ? 'payable' : 'over';
  };

  /** A transaction with its payment, both locked by the payment's row; null: no such transaction. */
  async function locked(
    rows: TopUpRepository,
    provider: PaymentProvider,
    providerId: string,
  ): Promise<{ topUp: TopUp; transaction: BookedTransaction } | null> {
    const seen = await rows.find(provider, providerId);
    if (!seen) return null;
    const topUp = (await rows.lock(seen.paymentId))!;
    // Read again: the previous holder of the lock may have changed it.
    return { topUp, transaction: (await rows.find(provider, providerId))! };
  }

  const incoming = (topUp: TopUp, providerId: string, reason: string): Incoming => ({
    provider: topUp.provider,
    key: providerId,
    personId: topUp.personId,
    amountTiyin: topUp.amountTiyin,
    reference: paymentReference(topUp.id),
    reason,
    actor: ACTOR,
  });

  const begin = (ask: BeginAsk): Promise<BeginOutcome> =>
    change(async (rows) => {
      const { provider, providerId, amountTiyin } = ask;
      const id = numberOf(ask.account);
      const topUp = id === null ? undefined : await rows.lock(id);
      const known = await rows.find(provider, providerId);
      if (known) {
        const same = known.paymentId === id && known.amountTiyin === amountTiyin;
        return same
          ? { outcome: 'begun', transaction: known, repeated: true }
          : { outcome: 'other', transaction: known };
      }
      const verdict = await verdictOf(rows, topUp, provider, amountTiyin);
      if (verdict !== 'payable' || !topUp) return { outcome: verdict === 'payable' ? 'over' : verdict };
      await rows.begin(topUp, { providerId, providerTimeMs: ask.providerTimeMs, createdMs: now() });
      await rows.move(topUp.id, 'begin', { cause: null, ended_at: null });
      return { outcome: 'begun', transaction: (await rows.find(provider, providerId))!, repeated: false };
    });

  return {
    async check({ provider, account, amountTiyin }) {
      const id = numberOf(account);
      const topUp = id === null ? undefined : await own.byId(id);
      return verdictOf(own, topUp, provider, amountTiyin);
    },

    async begin(ask) {
      try {
        return await begin(ask);
      } catch (error) {
        // A concurrent call used the same number for another payment: decide again, based on what it wrote.
        if (isUniqueViolation(error)) return begin(ask);
        throw error;
      }
    },

    find: async (provider, providerId) => (await own.find(provider, providerId)) ?? null,
    findOurs: async (provider, id) => (await own.findOurs(provider, id)) ?? null,

    perform: (provider, providerId): Promise<PerformOutcome> =>
      change(async (rows, tx) => {
        const found = await locked(rows, provider, providerId);
        if (!found) return { outcome: 'unknown' };
        const { topUp, transaction } = found;
        if (transaction.state === 'cancelled') return { outcome: 'cancelled', transaction };
        if (transaction.state === 'performed') return { outcome: 'performed', transaction, repeated: true };
        const atMs = now();
        await rows.moveTransaction(transaction.id, 'perform', { performed_ms: atMs });
        const paid = { receipt_number: receiptNumber(topUp.id, atMs), paid_at: new Date(atMs) };
        await rows.move(topUp.id, 'perform', paid);
        const credited = await walletIn(tx).topUp(incoming(topUp, providerId, 'top-up'));
        if (credited.outcome !== 'credited')
          throw new Error(`payment ${topUp.id} cannot be credited: ${credited.outcome}`);
        await notify(tx, { paid: (await rows.byId(topUp.id))! });
        // The card was debited, so the money is credited; staff decide what follows.
        if (await rows.isShutOut(topUp.personId)) {
          const side = { amountTiyin: transaction.amountTiyin, state: 'performed' };
          await createMismatchRepository(tx).report({
            provider,
            kind: 'person-disabled',
            providerId,
            paymentId: topUp.id,
            ours: side,
            theirs: side,
          });
        }
        const payload = { paymentId: topUp.id, personId: topUp.personId };
        await writeOutbox(tx, { topic: PAYMENT_EVENTS.paid, key: String(topUp.id), payload });
        return {
          outcome: 'performed',
          transaction: { ...transaction, state: 'performed', performedMs: atMs },
          repeated: false,
        };
      }),

    cancel: (provider, providerId, ask): Promise<CancelOutcome> =>
      change(async (rows, tx) => {
        const found = await locked(rows, provider, providerId);
        if (!found) return { outcome: 'unknown' };
        const { topUp, transaction } = found;
        if (transaction.state === 'cancelled') return { outcome: 'cancelled', transaction, repeated: true };
        const wasPaid = transaction.state === 'performed';
        if (wasPaid && !ask.takeBack) return { outcome: 'performed', transaction };
        if (wasPaid) {
          const back = await walletIn(tx).reverseTopUp(incoming(topUp, providerId, 'top-up-returned'));
          if (back.outcome === 'short') return { outcome: 'spent', transaction };
          if (back.outcome !== 'reversed')
            throw new Error(`payment ${topUp.id} cannot be taken back: ${back.outcome}`);
        }
        const atMs = now();
        await rows.moveTransaction(transaction.id, 'cancel', { cancelled_ms: atMs, reason: ask.reason });
        const { event, cause } = endOf(wasPaid, ask);
        await rows.move(topUp.id, event, { cause, ended_at: new Date(atMs) });
        if (wasPaid) await notify(tx, { returned: (await rows.byId(topUp.id))! });
        const ended = { ...transaction, state: 'cancelled', cancelledMs: atMs, reason: ask.reason } as const;
        return { outcome: 'cancelled', transaction: ended, repeated: false };
      }),

    statement: (provider, fromMs, toMs) => own.statement(provider, fromMs, toMs),
    keepFiscal: (provider, providerId, fiscal) => own.keepFiscal(provider, providerId, fiscal),
    report: (mismatch) => createMismatchRepository(db).report(mismatch),
  };
}

const endOf = (wasPaid: boolean, { cause }: CancelAsk) => {
  if (wasPaid) return { event: 'take-back', cause: 'returned' } as const;
  return cause === 'expired'
    ? ({ event: 'time-out', cause } as const)
    : ({ event: 'give-up', cause } as const);
};
