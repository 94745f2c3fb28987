import { sql, type Updateable } from 'kysely';
import type { BookedTransaction } from '#server/integrations/payment-providers/index.ts';
import { sumRows, type Db, type Summed } from '#server/platform/database/index.ts';
import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import {
  LIVE_TRANSACTIONS,
  PAYMENT,
  PROVIDER_TRANSACTION,
  type PaymentStatus,
} from '#shared/lifecycles/payment.ts';
import { periodOf } from '#shared/time/period.ts';
import type { PaymentTables } from './payments-tables.ts';
import type { TopUp } from './top-up.ts';

export interface TopUpFilter {
  status?: PaymentStatus | undefined;
  provider?: PaymentProvider | undefined;
  /** Days in Tashkent, `YYYY-MM-DD`, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface ListedTopUp extends TopUp {
  personName: string;
  /** The provider's number of its last transaction for it. */
  providerNumber: string | null;
}

const NUMBER = /^\d{1,15}$/;

/** Account ids are UUIDs; anything else matches none. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

export type TopUpRepository = ReturnType<typeof createTopUpRepository>;

export function createTopUpRepository(db: Db<PaymentTables>) {
  const topUps = () =>
    db
      .selectFrom('top_up')
      .select(['top_up.id', 'top_up.provider', 'top_up.status', 'top_up.cause'])
      .select(['top_up.person_id as personId', 'top_up.amount_tiyin as amountTiyin'])
      .select(['top_up.request_id as requestId', 'top_up.return_to as returnTo'])
      .select(['top_up.receipt_number as receiptNumber', 'top_up.created_at as createdAt'])
      .select(['top_up.expires_at as expiresAt', 'top_up.paid_at as paidAt', 'top_up.ended_at as endedAt']);

  const transactions = () =>
    db
      .selectFrom('provider_transaction')
      .select(['id', 'provider', 'provider_id as providerId', 'top_up_id as paymentId', 'state', 'reason'])
      .select(['amount_tiyin as amountTiyin', 'provider_time_ms as providerTimeMs'])
      .select(['created_ms as createdMs', 'performed_ms as performedMs', 'cancelled_ms as cancelledMs']);

  /** Payments of one person, or of all people when null. */
  const filtered = (personId: string | null, { status, provider, ...period }: TopUpFilter) => {
    const { since, before } = periodOf(period);
    return topUps()
      .$if(personId !== null, (query) => query.where('top_up.person_id', '=', personId!))
      .$if(status !== undefined, (query) => query.where('top_up.status', '=', status!))
      .$if(provider !== undefined, (query) => query.where('top_up.provider', '=', provider!))
      .$if(since !== undefined, (query) => query.where('top_up.created_at', '>=', since!))
      .$if(before !== undefined, (query) => query.where('top_up.created_at', '<', before!));
  };

  const searched = (filter: TopUpFilter, search: string | undefined) =>
    filtered(null, filter).$if(search !== undefined && search !== '', (query) =>
      // Each number by its own index: with one condition over all of them every payment is read.
      query.where('top_up.id', 'in', ({ selectFrom }) =>
        selectFrom('top_up as receipt')
          .select('receipt.id')
          .where('receipt.receipt_number', '=', search!.toUpperCase())
          .unionAll(
            selectFrom('provider_transaction as known')
              .select('known.top_up_id as id')
              .where('known.provider_id', '=', search!),
          )
          .$if(NUMBER.test(search!), (found) =>
            found.unionAll(selectFrom('top_up as own').select('own.id').where('own.id', '=', Number(search))),
          ),
      ),
    );

  const countOf = async (query: ReturnType<typeof topUps>): Promise<number> => {
    const { count } = await query
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  return {
    /** Creates a payment, or returns the one this request created before. */
    async create(
      made: Pick<TopUp, 'personId' | 'provider' | 'amountTiyin' | 'requestId' | 'returnTo'>,
      createdAt: Date,
      expiresAt: Date,
    ): Promise<TopUp> {
      await db
        .insertInto('top_up')
        .values({
          person_id: made.personId,
          provider: made.provider,
          amount_tiyin: made.amountTiyin,
          request_id: made.requestId,
          return_to: made.returnTo,
          created_at: createdAt,
          expires_at: expiresAt,
          status: stateAfter(PAYMENT, 'create'),
        })
        .onConflict((conflict) => conflict.columns(['person_id', 'request_id']).doNothing())
        .execute();
      return topUps()
        .where('person_id', '=', made.personId)
        .where('request_id', '=', made.requestId)
        .executeTakeFirstOrThrow();
    },

    byId: (id: number): Promise<TopUp | undefined> => topUps().where('top_up.id', '=', id).executeTakeFirst(),

    /** Locked until the transaction ends: concurrent beginnings and ends wait. */
    lock: (id: number): Promise<TopUp | undefined> =>
      topUps().where('top_up.id', '=', id).forUpdate().executeTakeFirst(),

    /**
     * Is the person of a payment disabled? Waits for a concurrent change and locks the state until the transaction ends. Who is shut out by
     * one member of staff alone is not: they may have to pay in to bid on. `account_standstill` is owned by accounts: read here.
     */
    async isShutOut(personId: string): Promise<boolean> {
      const row = await db
        .selectFrom('person')
        .select('disabled_at')
        .select(
          sql<boolean>`exists (select from account_standstill s where s.person_id::text = ${personId} and s.ended_at is null)`.as(
            'by_one',
          ),
        )
        .where('id', '=', sql<string>`(case when ${personId} ~ ${UUID} then ${personId} end)::uuid`)
        .forShare()
        .executeTakeFirst();
      return row !== undefined && row.disabled_at !== null && !row.by_one;
    },

    /** Of a payment that is locked. @throws when the event cannot happen in its status */
    async move(
      id: number,
      event: EventOf<typeof PAYMENT>,
      set: Pick<Updateable<PaymentTables['top_up']>, 'cause' | 'ended_at' | 'paid_at' | 'receipt_number'>,
    ): Promise<void> {
      await db
        .updateTable('top_up')
        .set({ ...set, status: stateAfter(PAYMENT, event) })
        .where('id', '=', id)
        .where('status', 'in', statesFrom(PAYMENT, event))
        .returning('id')
        .executeTakeFirstOrThrow();
    },

    page: (personId: string, filter: TopUpFilter, limit: number, offset: number): Promise<TopUp[]> =>
      filtered(personId, filter).orderBy('top_up.id', 'desc').limit(limit).offset(offset).execute(),

    count: (personId: string, filter: TopUpFilter): Promise<number> => countOf(filtered(personId, filter)),

    everybodys: (
      filter: TopUpFilter & { search?: string | undefined },
      limit: number,
      offset: number,
    ): Promise<ListedTopUp[]> =>
      topUps()
        // The page is found first: people and providers are looked up for its rows alone.
        .where('top_up.id', 'in', (eb) =>
          eb
            .selectFrom(searched(filter, filter.search).clearSelect().select('top_up.id').as('wanted'))
            .select('wanted.id')
            .orderBy('wanted.id', 'desc')
            .limit(limit)
            .offset(offset),
        )
        .leftJoin('person', (join) =>
          // By the key of accounts: a payment may be of somebody without one.
          join.on(
            'person.id',
            '=',
            sql<string>`(case when top_up.person_id ~ ${UUID} then top_up.person_id end)::uuid`,
          ),
        )
        .select(sql<string>`coalesce(person.name, top_up.person_id)`.as('personName'))
        .select(({ selectFrom }) =>
          selectFrom('provider_transaction as last')
            .select('last.provider_id')
            .whereRef('last.top_up_id', '=', 'top_up.id')
            .orderBy('last.id', 'desc')
            .limit(1)
            .as('providerNumber'),
        )
        .orderBy('top_up.id', 'desc')
        .execute(),

    /** @param most counts no further */
    sumEverybodys: (
      filter: TopUpFilter & { search?: string | undefined },
      most: number,
    ): Promise<Summed<'amountTiyin'>> =>
      sumRows(
        db,
        searched(filter, filter.search).clearSelect(),
        { amountTiyin: 'top_up.amount_tiyin' },
        most,
      ),

    find: (provider: PaymentProvider, providerId: string): Promise<BookedTransaction | undefined> =>
      transactions()
        .where('provider', '=', provider)
        .where('provider_id', '=', providerId)
        .executeTakeFirst(),

    findOurs: (provider: PaymentProvider, id: number): Promise<BookedTransaction | undefined> =>
      transactions().where('provider', '=', provider).where('id', '=', id).executeTakeFirst(),

    /** Begun and not cancelled. */
    live: (topUpId: number): Promise<BookedTransaction | undefined> =>
      transactions()
        .where('top_up_id', '=', topUpId)
        .where('state', 'in', LIVE_TRANSACTIONS)
        .executeTakeFirst(),

    async begin(
      topUp: Pick<TopUp, 'id' | 'provider' | 'personId' | 'amountTiyin'>,
      transaction: { providerId: string; providerTimeMs: number | null; createdMs: number },
    ): Promise<void> {
      await db
        .insertInto('provider_transaction')
        .values({
          provider: topUp.provider,
          provider_id: transaction.providerId,
          top_up_id: topUp.id,
          person_id: topUp.personId,
          amount_tiyin: topUp.amountTiyin,
          provider_time_ms: transaction.providerTimeMs,
          created_ms: transaction.createdMs,
          state: stateAfter(PROVIDER_TRANSACTION, 'begin'),
        })
        .execute();
    },

    /** Of a transaction whose payment is locked. @throws when the event cannot happen in its state */
    async moveTransaction(
      id: number,
      event: EventOf<typeof PROVIDER_TRANSACTION>,
      set: Pick<
        Updateable<PaymentTables['provider_transaction']>,
        'performed_ms' | 'cancelled_ms' | 'reason'
      >,
    ): Promise<void> {
      await db
        .updateTable('provider_transaction')
        .set({ ...set, state: stateAfter(PROVIDER_TRANSACTION, event) })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(PROVIDER_TRANSACTION, event))
        .returning('id')
        .executeTakeFirstOrThrow();
    },

    statement: (provider: PaymentProvider, fromMs: number, toMs: number): Promise<BookedTransaction[]> =>
      transactions()
        .where('provider', '=', provider)
        .where('provider_time_ms', '>=', fromMs)
        .where('provider_time_ms', '<=', toMs)
        .orderBy('provider_time_ms')
        .orderBy('id')
        .execute(),

    /** Begun within the bounds by our own time, ascending. */
    begunBetween: (provider: PaymentProvider, fromMs: number, toMs: number): Promise<BookedTransaction[]> =>
      transactions()
        .where('provider', '=', provider)
        .where('created_ms', '>=', fromMs)
        .where('created_ms', '<=', toMs)
        .orderBy('id')
        .execute(),

    /** Adds the provider's receipt; false when there is no such transaction. */
    async keepFiscal(provider: PaymentProvider, providerId: string, fiscal: object): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('provider_transaction')
        .set({ fiscal: sql`coalesce(fiscal, '{}'::jsonb) || ${JSON.stringify(fiscal)}::jsonb` })
        .where('provider', '=', provider)
        .where('provider_id', '=', providerId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Ends payments that were not begun in time. Returns how many. */
    async endUnbegun(now: Date): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('top_up')
        .set({ status: stateAfter(PAYMENT, 'expire'), cause: 'expired', ended_at: now })
        .where('status', 'in', statesFrom(PAYMENT, 'expire'))
        .where('expires_at', '<=', now)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /**
     * Begun before the bound and neither performed nor cancelled since; without those with an open difference, for the
     * provider may have the money.
     */
    stale: (provider: PaymentProvider, beforeMs: number, limit: number): Promise<BookedTransaction[]> =>
      transactions()
        .where('provider', '=', provider)
        .where('state', 'in', statesFrom(PROVIDER_TRANSACTION, 'perform'))
        .where(sql<number>`coalesce(provider_time_ms, created_ms)`, '<', beforeMs)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('payment_mismatch as open')
                .select('open.id')
                .whereRef('open.provider', '=', 'provider_transaction.provider')
                .whereRef('open.provider_id', '=', 'provider_transaction.provider_id')
                .where('open.settled_at', 'is', null),
            ),
          ),
        )
        .orderBy('id')
        .limit(limit)
        .execute(),
  };
}
