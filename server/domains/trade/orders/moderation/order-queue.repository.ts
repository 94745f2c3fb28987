import { sql, type Expression, type SqlBool } from 'kysely';
import { countRows, type Db } from '#server/platform/database/index.ts';
import type { OrderType } from '#shared/api/site/reference.ts';
import { CLAIM_MINUTES, CLAIMS_MINUTES, SERVICE_DAYS } from '#shared/limits/order-actions.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import { ORDER, WAITING_ORDERS, type OrderState } from '#shared/lifecycles/order.ts';
import { claimedNow, type ModeratedOrderTables, type ModeratedRow } from '../flows/moderated-order-tables.ts';

export interface QueueFilter {
  status: OrderState;
  claim: 'any' | 'free' | 'mine' | 'others';
  orderType?: OrderType | undefined;
  category?: number | undefined;
  customer?: string | undefined;
  order?: number | undefined;
  fromTiyin?: number | undefined;
  toTiyin?: number | undefined;
}

export interface ServiceTimes {
  waiting: number;
  oldestSentAt: Date | null;
  medianMs: number | null;
  decided: number;
}

/** Events that end the wait of an order. */
const DECISIONS = ['return', 'reject', 'approve'] as const satisfies readonly EventOf<typeof ORDER>[];
const SENDING: EventOf<typeof ORDER> = 'send';

/** Written out: the index of waiting orders holds for these states alone, which the planner cannot see of a parameter. */
const WAITING = sql.join(WAITING_ORDERS.map((state) => sql.lit(state)));

const held = sql<SqlBool>`coalesce(claimed_until > clock_timestamp(), false)`;
const free = sql<SqlBool>`coalesce(claimed_until <= clock_timestamp(), true)`;

export function createOrderQueueRepository(db: Db<ModeratedOrderTables>) {
  const of = (filter: QueueFilter, moderatorId: string) => {
    let query = db.selectFrom('customer_order').where('status', '=', filter.status);
    const only = (condition: Expression<SqlBool>) => (query = query.where(condition));
    if (filter.claim === 'free') only(free);
    if (filter.claim === 'mine') query = query.where(held).where('claimed_by', '=', moderatorId);
    if (filter.claim === 'others') query = query.where(held).where('claimed_by', '!=', moderatorId);
    if (filter.orderType) query = query.where('order_type', '=', filter.orderType);
    if (filter.category !== undefined)
      only(sql`fields -> 'categoryId' = to_jsonb(${filter.category}::bigint)`);
    if (filter.customer) query = query.where('person_id', '=', filter.customer);
    if (filter.order !== undefined) query = query.where('id', '=', filter.order);
    if (filter.fromTiyin !== undefined) query = query.where('start_price_tiyin', '>=', filter.fromTiyin);
    if (filter.toTiyin !== undefined) query = query.where('start_price_tiyin', '<=', filter.toTiyin);
    return query;
  };

  return {
    /** Waiting ones: the one sent first comes first; others: the last changed first. */
    list(
      filter: QueueFilter,
      moderatorId: string,
      page: { limit: number; offset: number },
    ): Promise<ModeratedRow[]> {
      const waits = (WAITING_ORDERS as readonly OrderState[]).includes(filter.status);
      const order = waits ? sql`sent_at, id` : sql`changed_at desc, id desc`;
      // The page is found first: what is shown of an order is read for its rows alone, not for all that are skipped.
      const found = of(filter, moderatorId).select('id').orderBy(order).limit(page.limit).offset(page.offset);
      return db
        .selectFrom('customer_order')
        .selectAll()
        .select(claimedNow)
        .where('id', 'in', found)
        .orderBy(order)
        .execute();
    },

    /** @param most counts no further */
    count: (filter: QueueFilter, moderatorId: string, most?: number): Promise<number> =>
      countRows(db, of(filter, moderatorId), most),

    /** Orders that wait now, and how long decisions of the last days took from sending. */
    async serviceTimes(): Promise<ServiceTimes> {
      const { rows } = await sql<ServiceTimes>`
        select q.waiting, q."oldestSentAt", d."medianMs", d.decided
        from (
          select count(*)::int as waiting, min(sent_at) as "oldestSentAt" from customer_order
          where status in (${WAITING})
        ) q, (
          select count(*)::int as decided,
            round(percentile_cont(0.5) within group (
              order by extract(epoch from d.at - s.at) * 1000))::bigint as "medianMs"
          from order_flow d cross join lateral (
            select max(at) as at from order_flow
            where order_id = d.order_id and event = ${SENDING} and id < d.id
          ) s
          where d.event = any(${[...DECISIONS]}) and d.at > now() - make_interval(days => ${SERVICE_DAYS}::int)
            and s.at is not null
        ) d`.execute(db);
      return rows[0]!;
    },

    /**
     * null: the order does not wait, a colleague examines it, or this moderator has for as long as one may. A repeat extends the claim.
     * @param goesOn this account, or another one of the same person, by which it was claimed before; null: a colleague claimed it, or no one
     */
    async claim(orderId: number, moderatorId: string, goesOn: string | null): Promise<Date | null> {
      const since = sql<Date>`case when claims_by = ${goesOn} then claims_since else clock_timestamp() end`;
      const end = sql<Date>`${since} + make_interval(mins => ${CLAIMS_MINUTES}::int)`;
      const row = await db
        .updateTable('customer_order')
        .set({
          claimed_by: moderatorId,
          claimed_until: sql<Date>`least(clock_timestamp() + make_interval(mins => ${CLAIM_MINUTES}::int), ${end})`,
          claims_by: moderatorId,
          claims_since: since,
        })
        .where('id', '=', orderId)
        .where('status', 'in', statesFrom(ORDER, 'approve'))
        .where(({ or, eb }) => or([eb('claimed_by', '=', moderatorId), free]))
        .where(sql<SqlBool>`${end} > clock_timestamp()`)
        .returning('claimed_until')
        .executeTakeFirst();
      return row?.claimed_until ?? null;
    },

    /** The claim of this moderator ends; nothing happens without one. */
    async release(orderId: number, moderatorId: string): Promise<void> {
      await db
        .updateTable('customer_order')
        .set({ claimed_by: null, claimed_until: null })
        .where('id', '=', orderId)
        .where('claimed_by', '=', moderatorId)
        .execute();
    },

    /** The first of two approvals, of an order that is locked: it goes back to the queue for the second. */
    async approveFirst(orderId: number, moderatorId: string): Promise<void> {
      await db
        .updateTable('customer_order')
        .set({
          status: stateAfter(ORDER, 'approve-first'),
          claimed_by: null,
          claimed_until: null,
          first_approved_by: moderatorId,
          first_approved_at: sql<Date>`now()`,
          first_approved_version: sql<number>`version`,
        })
        .where('id', '=', orderId)
        .where('status', 'in', statesFrom(ORDER, 'approve-first'))
        .execute();
    },

    /** Of an order that is locked. */
    async allowEarlyStart(orderId: number, allowed: boolean): Promise<void> {
      await db
        .updateTable('customer_order')
        .set({ early_start_allowed: allowed })
        .where('id', '=', orderId)
        .execute();
    },

    /** Titles of orders, with the last lot of each. */
    async briefly(
      orderIds: readonly number[],
    ): Promise<Map<number, { title: string; lotId: number | null }>> {
      const { rows } = await sql<{ id: number; title: string; lotId: number | null }>`
        select o.id, coalesce(nullif(o.fields #>> '{title,uz}', ''), o.fields #>> '{title,ru}', '') as title,
          (select max(lot.id) from lot where lot.order_id = o.id) as "lotId"
        from customer_order o where o.id = any(${[...orderIds]}::bigint[])`.execute(db);
      return new Map(rows.map(({ id, title, lotId }) => [id, { title, lotId }]));
    },

    /** The last lot of the order. */
    async lotOf(orderId: number): Promise<number | null> {
      const { rows } = await sql<{ id: number }>`
        select id from lot where order_id = ${orderId} order by id desc limit 1`.execute(db);
      return rows[0]?.id ?? null;
    },
  };
}
