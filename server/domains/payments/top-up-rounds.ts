import {
  PAYME_LIFE_MS,
  type BookedTransaction,
  type Mismatch,
  type PaymentBook,
  type PaymentProviders,
  type StatedPayment,
  type StatementSource,
} from '#server/integrations/payment-providers/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { PaymentProvider } from '#shared/api/payments.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { createMismatchRepository } from './mismatches.repository.ts';
import { createTopUpRepository } from './top-up.repository.ts';

/** Payme says when one of its transactions is over; others that began and never ended are given up after three days. */
const LIFE_MS: Record<PaymentProvider, number> = {
  payme: PAYME_LIFE_MS,
  click: 3 * DAY_MS,
  uzum: 3 * DAY_MS,
};
const EXPIRED_REASON = 4;
const AT_ONCE = 200;

/** What happened in the last minutes may still be under way. */
const SETTLES_MS = 5 * 60_000;
/** Each round looks back so far before the last one: what was late then is seen now. */
const OVERLAP_MS = 6 * 3_600_000;
/** The first round. */
const FIRST_MS = 3 * DAY_MS;

export interface TopUpRoundsDeps {
  db: AnyDb;
  book: PaymentBook;
  /** Those that are offered; opened once the public address is known. */
  providers: () => PaymentProviders['list'];
  now?: () => number;
  /** A provider that could not be asked: the next round asks again. */
  onAway: (provider: PaymentProvider, error: unknown) => void;
  /** A difference that staff must look into. */
  onMismatch: (mismatch: Mismatch) => void;
}

const stateOf = ({ state }: BookedTransaction): StatedPayment['state'] =>
  state === 'performed' ? 'paid' : state === 'created' ? 'begun' : 'cancelled';

/** What differs between one transaction of ours and what the provider says; null: nothing that matters. */
export function differenceOf(
  provider: PaymentProvider,
  ours: BookedTransaction | null,
  theirs: StatedPayment | null,
): Mismatch | null {
  const providerId = ours?.providerId ?? theirs?.providerId ?? '';
  const told = {
    ...{ provider, providerId, paymentId: ours?.paymentId ?? null },
    ours: ours && { amountTiyin: ours.amountTiyin, state: stateOf(ours) },
    theirs: theirs && { amountTiyin: theirs.amountTiyin ?? ours?.amountTiyin ?? 0, state: theirs.state },
  };
  // Only money that moved must be in both books: what was begun and given up may be in one alone.
  if (!ours) return theirs?.state === 'paid' ? { ...told, kind: 'missing-here' } : null;
  if (!theirs) return ours.state === 'performed' ? { ...told, kind: 'missing-there' } : null;
  if (theirs.amountTiyin !== null && theirs.amountTiyin !== ours.amountTiyin)
    return { ...told, kind: 'amount-differs' };
  const paidOnce = (ours.state === 'performed') !== (theirs.state === 'paid');
  return paidOnce ? { ...told, kind: 'state-differs' } : null;
}

/** Rounds of the worker; each may be repeated at any time. */
export function createTopUpRounds(deps: TopUpRoundsDeps) {
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
      // Of several attempts at a payment the provider tells the last one.
      const last = new Map(ours.map((one) => [one.paymentId, one]));
      for (const one of last.values()) pairs.push([one, await statement.ask(one)]);
    } else {
      // Clocks differ, and ours is begun before or after theirs: their list is read wider than ours.
      const theirs = new Map(
        (await statement.read(fromMs - SETTLES_MS, toMs + SETTLES_MS)).map((one) => [one.providerId, one]),
      );
      for (const one of ours) pairs.push([one, theirs.get(one.providerId) ?? null]);
      const own = new Set(ours.map(({ providerId }) => providerId));
      for (const one of theirs.values()) {
        // Those begun after our bound may still be under way here.
        if (own.has(one.providerId) || (one.begunMs ?? 0) > toMs) continue;
        // Begun at the edge of the time, or never heard of.
        pairs.push([(await rows.find(provider, one.providerId)) ?? null, one]);
      }
    }
    const found: Mismatch[] = [];
    const agreed: string[] = [];
    for (const [own, told] of pairs) {
      const difference = differenceOf(provider, own, told);
      if (difference) found.push(difference);
      else agreed.push(own?.providerId ?? told?.providerId ?? '');
    }
    return { compared: pairs.length, found, agreed };
  }

  return {
    /** Payments nobody began in time, and transactions their provider has forgotten. Returns how many ended. */
    async endOverdue(): Promise<number> {
      let ended = await rows.endUnbegun(new Date(now()));
      for (const { id } of providers()) {
        for (const one of await rows.stale(id, now() - LIFE_MS[id], AT_ONCE)) {
          const ask = { reason: EXPIRED_REASON, cause: 'expired', takeBack: false } as const;
          const done = await book.cancel(id, one.providerId, ask);
          if (done.outcome === 'cancelled' && !done.repeated) ended += 1;
        }
      }
      return ended;
    },

    /** Holds our books against those of every provider that can be asked. */
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
            ...{ provider: id, fromMs, toMs, compared, found: found.length, outcome: 'done' },
          });
        } catch (error) {
          // The provider is away: the next round begins where the last good one ended.
          onAway(id, error);
          await mismatches.keepRound({ provider: id, fromMs, toMs, compared: 0, found: 0, outcome: 'away' });
        }
      }
    },
  };
}
