import { sql } from 'kysely';
import { soldTitle } from '#server/domains/trade/purchases/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { ResultGroup } from '#shared/api/cabinet/winner-payments.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import { LOST_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';
import type { SaleInSteps, SettlementTables } from './settlement-tables.ts';

const NOT_SOLD: Readonly<Record<Exclude<ResultGroup, 'sold'>, LotStatus>> = {
  'not-held': LOT_STATUS.notHeld,
  'no-price': LOT_STATUS.noPriceGiven,
  'price-not-confirmed': LOT_STATUS.priceNotConfirmed,
  'result-cancelled': LOT_STATUS.resultCancelled,
};

/** What became of the lots of a customer. */
export function createWinnerPaymentsRepository(db: Db<SettlementTables>) {
  const lots = (customerId: string, group: ResultGroup) =>
    db
      .selectFrom('lot')
      .where('customer_person_id', '=', customerId)
      .$if(group !== 'sold', (q) => q.where('status', '=', NOT_SOLD[group as Exclude<ResultGroup, 'sold'>]))
      .$if(group === 'sold', (q) =>
        q.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('settlement')
              .select(sql`1`.as('one'))
              .whereRef('settlement.lot_id', '=', 'lot.id')
              .where('settlement.state', 'not in', LOST_SETTLEMENTS),
          ),
        ),
      );

  /** The last sale of each lot; of a lot at a fixed price each of its sales. */
  const withSales = (group: ResultGroup) => (query: ReturnType<typeof lots>) =>
    query.leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('settlement as s')
          .select(['s.id'])
          .whereRef('s.lot_id', '=', 'lot.id')
          .where(({ or, eb: is, not, exists, selectFrom }) =>
            or([
              is('s.sale', '=', 'purchase'),
              not(
                exists(
                  selectFrom('settlement as later')
                    .select('later.id')
                    .whereRef('later.lot_id', '=', 's.lot_id')
                    .whereRef('later.id', '>', 's.id'),
                ),
              ),
            ]),
          )
          // Of those not sold the lot is listed once.
          .$if(group !== 'sold', (q) => q.orderBy('s.id', 'desc').limit(1))
          .as('sale'),
      (join) => join.onTrue(),
    );

  return {
    /** The newest end first. */
    page: (customerId: string, group: ResultGroup, page: { limit: number; offset: number }) =>
      lots(customerId, group)
        .$call(withSales(group))
        .select(soldTitle('sale.id').as('title'))
        .select(['lot.id', 'photos', 'status', 'start_price_tiyin', 'ended_at'])
        .select('sale.id as sale_id')
        // An imported lot may name an order that is not here.
        .select(({ selectFrom }) =>
          selectFrom('customer_order as o')
            .select('o.id')
            .whereRef('o.id', '=', 'lot.order_id')
            .as('order_id'),
        )
        .orderBy(sql`ended_at desc nulls last`)
        .orderBy('lot.id', 'desc')
        .orderBy('sale.id', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    async count(customerId: string, group: ResultGroup): Promise<number> {
      const { total } = await lots(customerId, group)
        .$call(withSales(group))
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /** The sales with these ids, by id. */
    async sales(ids: readonly number[]): Promise<ReadonlyMap<number, SaleInSteps>> {
      if (ids.length === 0) return new Map();
      const found = await db
        .selectFrom('settlement as s')
        .innerJoin('lot', 'lot.id', 's.lot_id')
        .leftJoin('protocol as p', (join) =>
          join
            .onRef('p.lot_id', '=', 's.lot_id')
            .onRef('p.cause', '=', 's.sale')
            .on((on) =>
              on.or([on('p.settlement_id', 'is', null), on('p.settlement_id', '=', on.ref('s.id'))]),
            ),
        )
        .selectAll('s')
        .select(['lot.customer_person_id as seller', 'p.created_at as protocol_at'])
        .where('s.id', 'in', ids)
        .execute();
      return new Map(found.map((row) => [row.id, row]));
    },
  };
}
