import { sql, type RawBuilder } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { AuctionResult, FigureGroup } from '#shared/api/console/figures.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import type { LotOutcome } from '#shared/lifecycles/lot-outcome.ts';
import { SETTLEMENT, type SettlementState } from '#shared/lifecycles/settlement.ts';

/** Auctions that ended from `since` until before `before`. */
export interface ChosenAuctions {
  since: Date;
  before: Date;
  categoryId?: number | undefined;
  regionId?: number | undefined;
}

export interface CountedAuctions {
  /** Place of the month from 1, or the id of a category or region; null: all together. */
  key: number | null;
  auctions: number;
  sold: number;
  participants: number;
  rise_bp: number | null;
  average_price_tiyin: number | null;
}

export interface CountedPayments {
  key: number | null;
  paid: number;
  median_ms: number | null;
}

export interface EndedAuctionRow {
  id: number;
  title: LocalizedText;
  category: LocalizedText;
  region: LocalizedText;
  ended_at: Date;
  start_price_tiyin: number;
  room_price_tiyin: number | null;
  participants: number | null;
  outcome: LotOutcome | null;
  sale_state: SettlementState | null;
  sold_at: Date | null;
  decided_at: Date | null;
}

/** The index `lot_ended_auctions` has the same condition, and holds every column that is counted. */
const chosen = ({ since, before, categoryId, regionId }: ChosenAuctions): RawBuilder<unknown> => sql`
  lot.trade_type = 'auction' and not lot.practice and lot.ended_at >= ${since} and lot.ended_at < ${before}
  ${categoryId === undefined ? sql`` : sql`and lot.category_id = ${categoryId}`}
  ${regionId === undefined ? sql`` : sql`and lot.region_id = ${regionId}`}`;

const keyOf = (group: FigureGroup, monthStarts: readonly Date[]): RawBuilder<unknown> => {
  if (group === 'category') return sql`lot.category_id::bigint`;
  if (group === 'region') return sql`lot.region_id::bigint`;
  return sql`width_bucket(lot.ended_at, ${monthStarts}::timestamptz[])::bigint`;
};

/** Sales by auction: of the hammer, the reserve and the only participant. */
const BY_AUCTION = sql`settlement.sale <> 'purchase'`;
/** Written out, so that the index `settlement_paid_of_lot` matches it. */
const IS_PAID = sql`settlement.state = ${sql.lit(stateAfter(SETTLEMENT, 'pay'))}`;
/** No auction is sold before it ends, by any clock: sales of the years before need not be looked at. */
const A_DAY = sql`interval '1 day'`;
const PAID = sql`exists (select from settlement where settlement.lot_id = lot.id and ${BY_AUCTION} and ${IS_PAID})`;
const RESULTS: Readonly<Record<AuctionResult, RawBuilder<unknown>>> = {
  sold: sql`and lot.outcome = 'sold'`,
  unsold: sql`and lot.outcome is distinct from 'sold'`,
  paid: sql`and ${PAID}`,
};

export type FiguresRepository = ReturnType<typeof createFiguresRepository>;

/** `lot` and `settlement`, `category` and `region` are owned by others: read here. */
export function createFiguresRepository(db: AnyDb) {
  return {
    /** @param monthStarts of the months that are counted, in their order */
    async count(filter: ChosenAuctions, group: FigureGroup, monthStarts: readonly Date[]) {
      const { rows } = await sql<CountedAuctions>`
        select key, count(*) as auctions, count(*) filter (where sold) as sold,
          coalesce(sum(participants), 0)::bigint as participants,
          round((sum(price) filter (where sold) / nullif(sum(start) filter (where sold), 0) - 1) * 10000)::bigint
            as rise_bp,
          (round(avg(price) filter (where sold) / 100) * 100)::bigint as average_price_tiyin
        from (
          select ${keyOf(group, monthStarts)} as key, lot.outcome is not distinct from 'sold' as sold,
            lot.participants, lot.start_price_tiyin as start, lot.room_price_tiyin as price
          from lot where ${chosen(filter)}
        ) lots
        group by grouping sets ((key), ())`.execute(db);
      return rows;
    },

    async countPayments(filter: ChosenAuctions, group: FigureGroup, monthStarts: readonly Date[]) {
      const { rows } = await sql<CountedPayments>`
        select key, count(*) as paid,
          round(percentile_disc(0.5) within group (order by took) * 1000)::bigint as median_ms
        from (
          select ${keyOf(group, monthStarts)} as key,
            -- As float8 at once: extract() counts in numeric, which takes a third longer.
            date_part('epoch', settlement.decided_at - settlement.sold_at) as took
          from lot join settlement on settlement.lot_id = lot.id
          where ${IS_PAID} and ${BY_AUCTION} and settlement.sold_at >= ${filter.since}::timestamptz - ${A_DAY}
            and ${chosen(filter)}
        ) sales
        group by grouping sets ((key), ())`.execute(db);
      return rows;
    },

    async names(group: 'category' | 'region'): Promise<ReadonlyMap<number, LocalizedText>> {
      const { rows } = await sql<{
        id: number;
        name: LocalizedText;
      }>`select id, name from ${sql.table(group)}`.execute(db);
      return new Map(rows.map(({ id, name }) => [Number(id), name]));
    },

    /**
     * The last ended first.
     * @param page.most counts no further
     */
    async page(
      filter: ChosenAuctions & { result?: AuctionResult | undefined },
      { limit, offset, most }: { limit: number; offset: number; most: number },
    ): Promise<{ rows: EndedAuctionRow[]; total: number }> {
      const where = sql`${chosen(filter)} ${filter.result ? RESULTS[filter.result] : sql``}`;
      const [page, counted] = await Promise.all([
        sql<EndedAuctionRow>`
          select lot.id, lot.title, category.name as category, region.name as region, lot.ended_at,
            lot.start_price_tiyin, lot.room_price_tiyin, lot.participants, lot.outcome,
            sale.state as sale_state, sale.sold_at, sale.decided_at
          from (
            select lot.id from lot where ${where} order by lot.ended_at desc, lot.id desc limit ${limit} offset ${offset}
          ) chosen
            join lot on lot.id = chosen.id
            join category on category.id = lot.category_id
            join region on region.id = lot.region_id
            left join lateral (
              select state, sold_at, decided_at from settlement
              where settlement.lot_id = lot.id and ${BY_AUCTION} order by settlement.id desc limit 1
            ) sale on true
          order by lot.ended_at desc, lot.id desc`.execute(db),
        // In the order of the page: its index holds all that is asked of a lot.
        sql<{ total: number }>`
          select count(*) as total from (
            select from lot where ${where} order by lot.ended_at desc, lot.id desc limit ${most}
          ) counted`.execute(db),
      ]);
      return { rows: page.rows, total: counted.rows[0]!.total };
    },
  };
}
