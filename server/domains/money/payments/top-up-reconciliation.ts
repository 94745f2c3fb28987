import {
  PAYME_LIFE_MS,
  PAYNET_LIFE_MS,
  type BookedTransaction,
  type Mismatch,
  type PaymentBook,
  type PaymentProviders,
  type StatedPayment,
  type StatementSource,
} from '#server/integrations/payment-providers/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { createMismatchRepository } from './mismatches.repository.ts';
import { createTopUpRepository } from './top-up.repository.ts';

/** Payme reports when a transaction is over; unfinished transactions of others are abandoned after three days. */
const LIFE_MS: Record<PaymentProvider, number> = {
  payme: PAYME_LIFE_MS,
  click: 3 * DAY_MS,
  uzum: 3 * DAY_MS,
  paynet: PAYNET_LIFE_MS,
};
const EXPIRED_REASON = 4;
const AT_ONCE = 200;

/** Transactions of the last minutes may still be in progress. */
const SETTLES_MS = 5 * 60_000;
/** Each round overlaps the previous one by this, to include late entries. */
const OVERLAP_MS = 6 * 3_600_000;
/** The first round. */
const FIRST_MS = 3 * DAY_MS;

export interface TopUpReconciliationDeps {
  db: AnyDb;
  book: PaymentBook;
  /** Providers on offer; opened once the public address is known. */
  providers: () => PaymentProviders['list'];
  now?: () => number;
  /** A provider did not answer: the next round asks again. */
  onAway: (provider: PaymentProvider, error: unknown) => void;
  /** A difference that staff must look into. */
  onMismatch: (mismatch: Mismatch) => void;
}

const stateOf = ({ state }: BookedTransaction): StatedPayment['state'] =>
  state === 'performed' ? 'paid' : state === 'created' ? 'begun' : 'cancelled';

/** Difference between a transaction of ours and the provider's statement; null: none that matters. */
export function differenceOf(
  provider: PaymentProvider,
  ours: BookedTransaction | null,
  theirs: StatedPayment | null,
): Mismatch | null {
  const providerId = ours?.providerId ?? theirs?.providerId ?? '';
  const about = {
    provider,
    providerId,
    paymentId: ours?.paymentId ?? null,
    ours: ours && { amountTiyin: ours.amountTiyin, state: stateOf(ours) },
    theirs: theirs && { amountTiyin: theirs.amountTiyin ?? ours?.amountTiyin ?? 0, state: theirs.state },
  };
  // Only money that moved must be in both books: abandoned transactions may be in one only.
  if (!ours) return theirs?.state === 'paid' ? { ...about, kind: 'missing-here' } : null;
  if (!theirs) return ours.state === 'performed' ? { ...about, kind: 'missing-there' } : null;
  if (theirs.amountTiyin !== null && theirs.amountTiyin !== ours.amountTiyin)
    return { ...about, kind: 'amount-differs' };
  const paidOnce = (ours.state === 'performed') !== (theirs.state === 'paid');
  return paidOnce ? { ...about, kind: 'state-differs' } : null;
}

/** Periodic work; each call may be repeated at any time. */
export function createTopUpReconciliation(deps: TopUpReconciliationDeps) {
  const { db, book, providers, now = Date.now, onAway, onMismatch } = deps;
  const rows = createTopUpRepository(db);
  const mismatches = createMismatchRepository(db);

  async function compare(
    provider: PaymentProvider,
    statement: StatementSource,
    fromMs: number,
    toMs: number,
  ): Promise<{ compared: number; found: Mismatch[]; agreed: string[] }> {
    const ours = await rows.begunBetween(provider, fromMs, toMs);
    const pairs: [BookedTransaction | null, StatedPayment | null][] = [];
    if (statement.kind === 'each') {
      // Of several attempts at a payment the provider reports the last one.
      const last = new Map(ours.map((one) => [one.paymentId, one]));
      for (const one of last.values()) pairs.push([one, await statement.ask(one)]);
    } else {
      // Clocks differ, and ours may begin before or after theirs: their statement is read over a wider range.
      const theirs = new Map(
        (await statement.read(fromMs - SETTLES_MS, toMs + SETTLES_MS)).map((one) => [one.providerId, one]),
      );
      for (const one of ours) pairs.push([one, theirs.get(one.providerId) ?? null]);
      const own = new Set(ours.map(({ providerId }) => providerId));
      for (const one of theirs.values()) {
        // Transactions begun after our bound may still be in progress here.
        if (own.has(one.providerId) || (one.begunMs ?? 0) > toMs) continue;
        // Begun at the edge of the range, or unknown here.
        pairs.push([(await rows.find(provider, one.providerId)) ?? null, one]);
      }
    }
    const found: Mismatch[] = [];
    const agreed: string[] = [];
    for (const [own, stated] of pairs) {
      const difference = differenceOf(provider, own, stated);
      if (difference) found.push(difference);
      else agreed.push(own?.providerId ?? stated?.providerId ?? '');
    }
    return { compared: pairs.length, found, agreed };
  }

  /**
   * Where a provider is asked for one after another, it is asked about each before that is given up: it may have been paid long after the
   * rounds that compared it.
   */
  async function askedLast(
    provider: PaymentProvider,
    statement: StatementSource | null,
    one: BookedTransaction,
  ): Promise<'nothing' | 'differs' | 'away'> {
    if (statement?.kind !== 'each') return 'nothing';
    try {
      const difference = differenceOf(provider, one, await statement.ask(one));
      if (!difference) return 'nothing';
      await mismatches.report(difference);
      onMismatch(difference);
      return 'differs';
    } catch (error) {
      // Nothing of this provider is given up now: the next round asks again.
      onAway(provider, error);
      return 'away';
    }
  }

  return {
    /** Ends payments that were not begun in time, and transactions their provider abandoned. Returns how many. */
    async endOverdue(): Promise<number> {
      let ended = await rows.endUnbegun(new Date(now()));
      for (const { id, statement } of providers()) {
        // Before its provider has answered about a transaction no one knows that there is no money of it.
        const asked = statement ? await mismatches.reconciledTo(id) : null;
        const before = Math.min(now() - LIFE_MS[id], asked ?? Number.POSITIVE_INFINITY);
        for (const one of await rows.stale(id, before, AT_ONCE)) {
          const last = await askedLast(id, statement, one);
          if (last === 'away') break;
          if (last === 'differs') continue;
          const ask = { reason: EXPIRED_REASON, cause: 'expired', takeBack: false } as const;
          const done = await book.cancel(id, one.providerId, ask);
          if (done.outcome === 'cancelled' && !done.repeated) ended += 1;
        }
      }
      return ended;
    },

    /** Reconciles our books with every provider that has a statement. */
    async reconcile(): Promise<void> {
      for (const { id, statement } of providers()) {
        if (!statement) continue;
        const toMs = now() - SETTLES_MS;
        const before = await mismatches.reconciledTo(id);
        const fromMs = before === null ? toMs - FIRST_MS : before - OVERLAP_MS;
        try {
          const { compared, found, agreed } = await compare(id, statement, fromMs, toMs);
          for (const mismatch of found) {
            await mismatches.report(mismatch);
            onMismatch(mismatch);
          }
          await mismatches.settleAgreed(id, agreed);
          await mismatches.keepRound({
            provider: id,
            fromMs,
            toMs,
            compared,
            found: found.length,
            outcome: 'done',
          });
        } catch (error) {
          // The provider is away: the next round begins where the last successful one ended.
          onAway(id, error);
          await mismatches.keepRound({ provider: id, fromMs, toMs, compared: 0, found: 0, outcome: 'away' });
        }
      }
    },
  };
}
