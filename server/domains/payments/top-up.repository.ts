import { sql, type Updateable } from 'kysely';
import type { BookedTransaction } from '#server/integrations/payment-providers/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { PaymentProvider, PaymentStatus } from '#shared/api/payments.ts';
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
  /** The provider's number of its last word about it. */
  providerNumber: string | null;
}

const NUMBER = /^\d{1,15}$/;

/** Numbers of accounts; anything else is nobody's. */
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

  /** Those of one person, or of everybody when null. */
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
      query.where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('top_up.receipt_number', '=', search!.toUpperCase()),
          ...(NUMBER.test(search!) ? [eb('top_up.id', '=', Number(search))] : []),
          exists(
            selectFrom('provider_transaction as told')
              .select('told.id')
              .whereRef('told.top_up_id', '=', 'top_up.id')
              .where('told.provider_id', '=', search!),
          ),
        ]),
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
    /** The new payment, or the one this intent made before. */
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
        })
        .onConflict((conflict) => conflict.columns(['person_id', 'request_id']).doNothing())
        .execute();
      return topUps()
        .where('person_id', '=', made.personId)
        .where('request_id', '=', made.requestId)
        .executeTakeFirstOrThrow();
    },

    byId: (id: number): Promise<TopUp | undefined> => topUps().where('top_up.id', '=', id).executeTakeFirst(),

    /** Locked until the transaction ends: whoever else wants to begin or end it waits. */
    lock: (id: number): Promise<TopUp | undefined> =>
      topUps().where('top_up.id', '=', id).forUpdate().executeTakeFirst(),

    /** May whoever a payment is for no longer sign in? Waits for who is just disabling them, and keeps it so until the end. */
    async isShutOut(personId: string): Promise<boolean> {
      const row = await db
        .selectFrom('person')
        .select('disabled_at')
        .where('id', '=', sql<string>`(case when ${personId} ~ ${UUID} then ${personId} end)::uuid`)
        .forShare()
        .executeTakeFirst();
      return row !== undefined && row.disabled_at !== null;
    },

    async change(id: number, set: Updateable<PaymentTables['top_up']>): Promise<void> {
      await db.updateTable('top_up').set(set).where('id', '=', id).execute();
    },

    page: (personId: string, filter: TopUpFilter, limit: number, offset: number): Promise<TopUp[]> =>
      filtered(personId, filter).orderBy('top_up.id', 'desc').limit(limit).offset(offset).execute(),

    count: (personId: string, filter: TopUpFilter): Promise<number> => countOf(filtered(personId, filter)),

    everybodys: (
      filter: TopUpFilter & { search?: string | undefined },
      limit: number,
      offset: number,
    ): Promise<ListedTopUp[]> =>
      searched(filter, filter.search)
        .leftJoin('person', (join) => join.on(sql`person.id::text`, '=', sql.ref('top_up.person_id')))
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
        .limit(limit)
        .offset(offset)
        .execute(),

    countEverybodys: (filter: TopUpFilter & { search?: string | undefined }): Promise<number> =>
      countOf(searched(filter, filter.search)),

    find: (provider: PaymentProvider, providerId: string): Promise<BookedTransaction | undefined> =>
      transactions()
        .where('provider', '=', provider)
        .where('provider_id', '=', providerId)
        .executeTakeFirst(),

    findOurs: (provider: PaymentProvider, id: number): Promise<BookedTransaction | undefined> =>
      transactions().where('provider', '=', provider).where('id', '=', id).executeTakeFirst(),

    /** Begun and not cancelled. */
    live: (topUpId: number): Promise<BookedTransaction | undefined> =>
      transactions().where('top_up_id', '=', topUpId).where('state', '<>', 'cancelled').executeTakeFirst(),

    async begin(
      topUp: Pick<TopUp, 'id' | 'provider' | 'personId' | 'amountTiyin'>,
      told: { providerId: string; providerTimeMs: number | null; createdMs: number },
    ): Promise<void> {
      await db
        .insertInto('provider_transaction')
        .values({
          provider: topUp.provider,
          provider_id: told.providerId,
          top_up_id: topUp.id,
          person_id: topUp.personId,
          amount_tiyin: topUp.amountTiyin,
          provider_time_ms: told.providerTimeMs,
          created_ms: told.createdMs,
        })
        .execute();
    },

    async mark(
      id: number,
      set: Pick<
        Updateable<PaymentTables['provider_transaction']>,
        'state' | 'performed_ms' | 'cancelled_ms' | 'reason'
      >,
    ): Promise<void> {
      await db.updateTable('provider_transaction').set(set).where('id', '=', id).execute();
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

    /** Payments nothing began in time. Returns how many ended. */
    async endUnbegun(now: Date): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('top_up')
        .set({ status: 'failed', cause: 'expired', ended_at: now })
        .where('status', '=', 'created')
        .where('expires_at', '<=', now)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /**
     * Begun before the bound and neither performed nor cancelled since; without those about which staff has a difference
     * open, for the provider may have the money.
     */
    stale: (provider: PaymentProvider, beforeMs: number, limit: number): Promise<BookedTransaction[]> =>
      transactions()
        .where('provider', '=', provider)
        .where('state', '=', 'created')
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
