import { sql, type RawBuilder } from 'kysely';
import { literals, type Db } from '#server/platform/database/index.ts';
import type { LotFilter, LotSort } from '#shared/api/site/lots.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import { CURRENT_STATUSES } from '#shared/lifecycles/lot-tabs.ts';
import type { LotsTables } from '../lot-tables.ts';
import { boundsOf, daysOf } from './apply-filters.ts';
import type { Cell } from './older-cells.ts';
import type { WordQuery } from './word-query.ts';

/** The part of a list that is asked for. */
export interface OlderPage {
  filter: LotFilter;
  /** Any of these statuses; null: all that lists show. */
  statuses: readonly number[] | null;
  words: WordQuery | null;
  /** Best match first. */
  ranked: boolean;
  sort: LotSort;
  offset: number;
  limit: number;
}

/** A lot of a page, with what it is sorted by. */
export interface OlderLot {
  id: number;
  /** Class of its match, the best is 0. */
  match: number;
  key: number;
}

/** Lots that ended before an instant (ms), as PostgreSQL finds them. */
export interface OlderSource {
  /** Ends of this many lots are not before the instant that is returned; null: there are fewer. */
  horizon(held: number): Promise<number | null>;
  counts(before: number, filter: LotFilter, words: WordQuery | null): Promise<ReadonlyMap<LotStatus, number>>;
  /** All of them that lists show, by their traits and steps of start prices. */
  cells(before: number, priceSteps: readonly number[]): Promise<Cell[]>;
  page(before: number, page: OlderPage): Promise<OlderLot[]>;
  /** Is there one with these words, whatever else it is? */
  exists(before: number, words: WordQuery): Promise<boolean>;
}

/** Lots that the copy in memory does not hold: ended, and published, before the instant (ms). */
const olderThan = (before: number): RawBuilder<boolean> => sql`
  not lot.rehearsal and lot.ended_at < ${new Date(before)} and lot.published_at < ${new Date(before)}
  and lot.status not in (${literals(CURRENT_STATUSES)})`;

/** As its index has it. */
const LAST_PRICE = sql<number>`coalesce(lot.room_price_tiyin, lot.start_price_tiyin)`;
const KEYS: Record<LotSort, RawBuilder<unknown>> = {
  soonest: sql`-(extract(epoch from lot.ended_at) * 1000)::float8`,
  newest: sql`-(extract(epoch from lot.published_at) * 1000)::float8`,
  'price-up': LAST_PRICE,
  'price-down': LAST_PRICE,
};
/** As the copy in memory sorts. */
const ORDERS: Record<LotSort, RawBuilder<unknown>> = {
  soonest: sql`lot.ended_at desc, lot.id desc`,
  newest: sql`lot.published_at desc, lot.id desc`,
  'price-up': sql`${LAST_PRICE}, lot.id desc`,
  'price-down': sql`${LAST_PRICE} desc, lot.id`,
};

/** Nothing is sold below its start price: the cheapest first are read from the bound on, not past all that is below. */
function cheapestFrom(sort: LotSort, filter: LotFilter): RawBuilder<unknown> {
  const from = boundsOf(filter)?.from ?? -Infinity;
  return sort === 'price-up' && from !== -Infinity ? sql`and ${LAST_PRICE} >= ${from}` : sql``;
}

const among = (words: WordQuery | null): RawBuilder<unknown> =>
  words ? sql`lot join lot_words on lot_words.lot_id = lot.id` : sql`lot`;

const has = (query: string): RawBuilder<boolean> => sql`lot_words.words @@ ${query}::text::tsquery`;

function conditions(before: number, filter: LotFilter, words: WordQuery | null): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [olderThan(before), sql`lot.status <> ${sql.lit(LOT_STATUS.archived)}`];
  const { region, area, group, category, orderType, tradeType, payment, tenure } = filter;
  if (words) all.push(has(words.any));
  if (region !== undefined) all.push(sql`lot.region_id = ${region}`);
  if (area !== undefined) all.push(sql`lot.area_id = ${area}`);
  if (category !== undefined) all.push(sql`lot.category_id = ${category}`);
  if (group !== undefined)
    all.push(
      sql`lot.category_id = any(array(select id from category where coalesce(parent_id, id) = ${group}))`,
    );
  if (orderType !== undefined) all.push(sql`lot.order_type = ${orderType}`);
  if (tradeType !== undefined) all.push(sql`lot.trade_type = ${tradeType}`);
  if (tenure !== undefined) all.push(sql`lot.tenure = ${tenure}`);
  if (payment === 'parts') all.push(sql`lot.instalment_months is not null`);
  if (payment === 'full') all.push(sql`lot.instalment_months is null`);
  const prices = boundsOf(filter);
  if (prices && prices.from !== -Infinity) all.push(sql`lot.start_price_tiyin >= ${prices.from}`);
  if (prices && prices.to !== Infinity) all.push(sql`lot.start_price_tiyin <= ${prices.to}`);
  const days = daysOf(filter);
  if (days && days.until !== Infinity) all.push(sql`lot.opens_at < ${new Date(days.until)}`);
  if (days && days.from !== -Infinity) all.push(sql`lot.closes_at >= ${new Date(days.from)}`);
  return sql.join(all, sql` and `);
}

/** Class of a match: the lot's number, whole words, beginnings of words, words outside the title. */
function matchOf({ number, whole, start }: WordQuery): RawBuilder<unknown> {
  if (whole === null || start === null) return sql`0`;
  return sql`case when ${has(whole)} then case when lot.id = ${number ?? 0} then 0 else 1 end
    when ${has(start)} then 2 else 3 end`;
}

export function createOlderLotsRepository(db: Db<LotsTables>): OlderSource {
  return {
    async horizon(held) {
      const { rows } = await sql<{ ms: number }>`
        select floor(extract(epoch from lot.ended_at) * 1000)::float8 as ms from lot
        where not lot.rehearsal and lot.ended_at is not null
          and lot.status not in (${literals(CURRENT_STATUSES)})
        order by lot.ended_at desc offset ${held} limit 1`.execute(db);
      return rows[0]?.ms ?? null;
    },

    async counts(before, filter, words) {
      const { rows } = await sql<{ status: LotStatus; count: number }>`
        select lot.status, count(*)::int as count from ${among(words)}
        where ${conditions(before, filter, words)} group by lot.status`.execute(db);
      return new Map(rows.map(({ status, count }) => [status, count]));
    },

    async cells(before, priceSteps) {
      const { rows } = await sql<Cell>`
        select status, region as "regionId", category as "categoryId", state, auction, parts, rent,
          coalesce(category.parent_id, category.id) as "groupId", json_agg(json_build_array(step, count)) as counts
        from (
          select lot.status, lot.region_id as region, lot.category_id as category, lot.order_type = 'state' as state,
            lot.trade_type = 'auction' as auction, lot.instalment_months is not null as parts,
            lot.tenure = 'rent' as rent,
            width_bucket(lot.start_price_tiyin, ${priceSteps}::bigint[]) as step, count(*)::int as count
          from lot where ${conditions(before, {}, null)} group by 1, 2, 3, 4, 5, 6, 7, 8
        ) as cell join category on category.id = cell.category
        group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db);
      return rows;
    },

    async page(before, { filter, statuses, words, ranked, sort, offset, limit }) {
      const { rows } = await sql<OlderLot>`
        select lot.id, ${KEYS[sort]} as key, ${ranked && words ? matchOf(words) : sql`0`} as match
        from ${among(words)}
        where ${conditions(before, filter, words)} ${cheapestFrom(sort, filter)}
        ${statuses ? sql`and lot.status in (${literals(statuses)})` : sql``}
        order by ${ranked && words ? sql`match, ` : sql``}${ORDERS[sort]}
        limit ${limit} offset ${offset}`.execute(db);
      return rows;
    },

    async exists(before, words) {
      // Words that are common apart and rare together are found in their index, not in every lot until one has both.
      const { rows } = await sql<{ found: boolean }>`
        with lot_words as materialized (select lot_id from lot_words where ${has(words.any)})
        select exists (select from ${among(words)} where ${olderThan(before)}) as found`.execute(db);
      return rows[0]?.found === true;
    },
  };
}
