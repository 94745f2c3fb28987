import { sql, type SelectQueryBuilder } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { OrderListFilter, ORDER_SORTS } from '#shared/api/cabinet/orders.ts';
import { searchForm } from '#shared/i18n/transliterate.ts';
import {
  SHOWN_ORDERS,
  statesOfProgress,
  type OrderProgress,
  type OrderState,
} from '#shared/lifecycles/order.ts';
import type { OrderTables, StoredOrder } from './order-tables.ts';

export interface OrderListQuery extends OrderListFilter {
  sort: (typeof ORDER_SORTS)[number];
  limit: number;
  offset: number;
}

export type ListedOrder = Pick<
  StoredOrder,
  | 'id'
  | 'status'
  | 'version'
  | 'created_at'
  | 'changed_at'
  | 'order_type'
  | 'trade_type'
  | 'start_price_tiyin'
> & { title: { uz: string; ru: string } | null; rule_set: string | null };

/** States a list shows; of a filter by state and by progress those of both. */
function statesOf({ status, progress }: OrderListFilter): OrderState[] {
  const shown: readonly OrderState[] =
    progress === undefined ? SHOWN_ORDERS : statesOfProgress(progress as OrderProgress);
  return shown.filter((state) => status === undefined || state === status);
}

type Query<Row> = SelectQueryBuilder<OrderTables, 'customer_order', Row>;

function sorted<Row>(query: Query<Row>, sort: OrderListQuery['sort']): Query<Row> {
  switch (sort) {
    case 'changed':
      return query.orderBy('changed_at', 'desc').orderBy('id', 'desc');
    case 'number':
      return query.orderBy('id', 'desc');
    case 'price':
      return query.orderBy('start_price_tiyin', (order) => order.desc().nullsLast()).orderBy('id', 'desc');
  }
}

/** Pages of one person's orders. */
export function createOrderListRepository(db: Db<OrderTables>) {
  const filtered = (personId: string, filter: OrderListFilter) => {
    const states = statesOf(filter);
    let query: Query<object> = db
      .selectFrom('customer_order')
      .where('person_id', '=', personId)
      // A state that the step does not have finds nothing.
      .where(states.length === 0 ? sql<boolean>`false` : sql<boolean>`status = any(${sql.val(states)})`);
    if (filter.orderType) query = query.where('order_type', '=', filter.orderType);
    if (filter.tradeType) query = query.where('trade_type', '=', filter.tradeType);
    const text = filter.q?.trim();
    if (!text) return query;
    const number = /^\d{1,15}$/.test(text) ? Number(text) : null;
    const words = searchForm(text).split(' ').filter(Boolean);
    return query.where((eb) =>
      eb.or([
        ...(number === null ? [] : [eb('id', '=', number)]),
        ...(words.length === 0
          ? []
          : [eb.and(words.map((word) => sql<boolean>`position(${word} in search_form) > 0`))]),
        // Signs alone find nothing.
        sql<boolean>`false`,
      ]),
    );
  };

  return {
    page(personId: string, { sort, limit, offset, ...filter }: OrderListQuery): Promise<ListedOrder[]> {
      // The page is found in an index; only its rows are read.
      const found = sorted(filtered(personId, filter).select('id'), sort).limit(limit).offset(offset);
      const rows = db
        .selectFrom('customer_order')
        .where('id', 'in', found)
        .select([
          'id',
          'status',
          'version',
          'created_at',
          'changed_at',
          'order_type',
          'trade_type',
          'start_price_tiyin',
          sql<ListedOrder['title']>`fields -> 'title'`.as('title'),
          sql<string | null>`fields ->> 'ruleSet'`.as('rule_set'),
        ]);
      return sorted(rows, sort).execute();
    },

    async count(personId: string, filter: OrderListFilter): Promise<number> {
      const { count } = await filtered(personId, filter)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}
