import { sql } from 'kysely';
import type { Mismatch } from '#server/integrations/payment-providers/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';
import type { PaymentTables } from './payments-tables.ts';

/** Notes written by the system; screens translate them. */
export const NOTES = { agree: 'books-agree', credited: 'credited' } as const;

/** Used when the books agree again without a decision. */
const SYSTEM = 'system';

export type MismatchState = 'open' | 'settled' | 'all';

export interface MismatchRow extends Mismatch {
  id: number;
  times: number;
  seenAt: Date;
  lastSeenAt: Date;
  settledAt: Date | null;
  settledByName: string | null;
  note: string | null;
}

export interface ReconciliationRound {
  provider: PaymentProvider;
  fromMs: number;
  toMs: number;
  compared: number;
  found: number;
  outcome: 'done' | 'away';
}

/** Columns reset when a difference is reopened. */
const unlessAgain = <Value>(column: string) => sql<Value | null>`
  case when payment_mismatch.settled_by = ${SYSTEM}
    or (payment_mismatch.ours, payment_mismatch.theirs) is distinct from (excluded.ours, excluded.theirs)
  then null else ${sql.ref(`payment_mismatch.${column}`)} end`;
const reopened = {
  settled_at: unlessAgain<Date>('settled_at'),
  settled_by: unlessAgain<string>('settled_by'),
  settled_by_name: unlessAgain<string>('settled_by_name'),
  note: unlessAgain<string>('note'),
};

export type MismatchRepository = ReturnType<typeof createMismatchRepository>;

export function createMismatchRepository(db: Db<PaymentTables>) {
  const rows = () =>
    db
      .selectFrom('payment_mismatch')
      .select(['id', 'provider', 'kind', 'provider_id as providerId', 'top_up_id as paymentId', 'times'])
      .select(['ours', 'theirs', 'seen_at as seenAt', 'last_seen_at as lastSeenAt', 'note'])
      .select(['settled_at as settledAt', 'settled_by_name as settledByName']);

  const of = (state: MismatchState) =>
    rows()
      .$if(state === 'open', (query) => query.where('settled_at', 'is', null))
      .$if(state === 'settled', (query) => query.where('settled_at', 'is not', null));

  return {
    /**
     * Inserts a difference, or counts a known one. One settled by a person stays settled while it is found unchanged;
     * with other sums or states, or after the books had agreed in between, it is reopened.
     */
    async report({ provider, kind, providerId, paymentId, ours, theirs }: Mismatch): Promise<void> {
      const sides = { ours: ours && JSON.stringify(ours), theirs: theirs && JSON.stringify(theirs) };
      await db
        .insertInto('payment_mismatch')
        .values({ provider, kind, provider_id: providerId, top_up_id: paymentId, ...sides })
        .onConflict((conflict) =>
          conflict.columns(['provider', 'kind', 'provider_id']).doUpdateSet({
            ...sides,
            ...reopened,
            times: sql<number>`payment_mismatch.times + 1`,
            last_seen_at: sql<Date>`now()`,
          }),
        )
        .execute();
    },

    /** Until the transaction ends. */
    lock: (id: number): Promise<MismatchRow | undefined> =>
      rows().where('id', '=', id).forUpdate().executeTakeFirst(),

    byId: (id: number): Promise<MismatchRow | undefined> => rows().where('id', '=', id).executeTakeFirst(),

    page: (state: MismatchState, limit: number, offset: number): Promise<MismatchRow[]> =>
      of(state).orderBy('id', 'desc').limit(limit).offset(offset).execute(),

    async count(state: MismatchState): Promise<number> {
      const { count } = await of(state)
        .clearSelect()
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** The first decision wins. */
    async settle(id: number, by: { personId: string; name: string }, note: string): Promise<void> {
      await db
        .updateTable('payment_mismatch')
        .set({ settled_at: sql<Date>`now()`, settled_by: by.personId, settled_by_name: by.name, note })
        .where('id', '=', id)
        .where('settled_at', 'is', null)
        .execute();
    },

    /** Settles differences of state or presence that the last round no longer found: the two books agree again. */
    async settleAgreed(provider: PaymentProvider, providerIds: readonly string[]): Promise<number> {
      if (providerIds.length === 0) return 0;
      const { numUpdatedRows } = await db
        .updateTable('payment_mismatch')
        .set({
          settled_at: sql<Date>`now()`,
          settled_by: SYSTEM,
          settled_by_name: 'Savdo',
          note: NOTES.agree,
        })
        .where('provider', '=', provider)
        .where('provider_id', 'in', [...providerIds])
        .where('kind', 'in', ['missing-here', 'missing-there', 'amount-differs', 'state-differs'])
        .where('settled_at', 'is', null)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async keepRound(round: ReconciliationRound): Promise<void> {
      await db
        .insertInto('reconciliation_round')
        .values({
          provider: round.provider,
          from_ms: round.fromMs,
          to_ms: round.toMs,
          compared: round.compared,
          found: round.found,
          outcome: round.outcome,
        })
        .execute();
    },

    lastRound: (provider: PaymentProvider): Promise<(ReconciliationRound & { at: Date }) | undefined> =>
      db
        .selectFrom('reconciliation_round')
        .select(['provider', 'compared', 'found', 'outcome', 'at', 'from_ms as fromMs', 'to_ms as toMs'])
        .where('provider', '=', provider)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** End of the last round in which the provider answered; null before one. */
    async reconciledTo(provider: PaymentProvider): Promise<number | null> {
      const row = await db
        .selectFrom('reconciliation_round')
        .select(({ fn }) => fn.max('to_ms').as('to'))
        .where('provider', '=', provider)
        .where('outcome', '=', 'done')
        .executeTakeFirst();
      return row?.to ?? null;
    },
  };
}
