import { sql, type ExpressionBuilder, type SqlBool, type Expression } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { LotFilter, LotListQuery } from '#shared/api/lots.ts';
import { searchForm } from '#shared/i18n/transliterate.ts';
import { LOT_STATUS } from '#shared/states/lot-status.ts';
import { NEW_LOT_DAYS, TAB_STATUSES, type LotTab } from '#shared/states/lot-tabs.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import type { LotRow, LotsTables } from './lot-tables.ts';

/** First instant of a day (`YYYY-MM-DD`) in Tashkent. */
const dayStart = (day: string): number => Date.parse(`${day}T00:00:00+05:00`);

type Where = ExpressionBuilder<LotsTables, 'lot'>;
const escapeLike = (word: string): string => word.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** The person's filters, all together; the tab is not one of them. */
function filterConditions(eb: Where, filter: LotFilter): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [eb('lot.status', '!=', LOT_STATUS.archived)];
  for (const word of searchForm(filter.q ?? '')
    .split(' ')
    .filter(Boolean))
    all.push(
      sql<SqlBool>`lot.id || ' ' || lot.search_form || ' ' || lot.search_more like ${`%${escapeLike(word)}%`}`,
    );
  if (filter.region) all.push(eb('lot.region_id', '=', filter.region));
  if (filter.category) all.push(eb('lot.category_id', '=', filter.category));
  if (filter.group) {
    const group = filter.group;
    all.push(
      eb('lot.category_id', 'in', (q) =>
        q.selectFrom('category').select('category.id').where('category.parent_id', '=', group),
      ),
    );
  }
  if (filter.orderType) all.push(eb('lot.order_type', '=', filter.orderType));
  if (filter.tradeType) all.push(eb('lot.trade_type', '=', filter.tradeType));
  if (filter.priceFromTiyin !== undefined) all.push(eb('lot.start_price_tiyin', '>=', filter.priceFromTiyin));
  if (filter.priceToTiyin !== undefined) all.push(eb('lot.start_price_tiyin', '<=', filter.priceToTiyin));
  if (filter.dateFrom) all.push(eb('lot.opens_at', '>=', new Date(dayStart(filter.dateFrom))));
  if (filter.dateTo) all.push(eb('lot.opens_at', '<', new Date(dayStart(filter.dateTo) + DAY_MS)));
  return all;
}

function tabCondition(eb: Where, tab: LotTab, now: Date): Expression<SqlBool> | null {
  if (tab === 1) return eb('lot.published_at', '>=', new Date(now.getTime() - NEW_LOT_DAYS * DAY_MS));
  const statuses = TAB_STATUSES[tab];
  return statuses ? eb('lot.status', 'in', statuses) : null;
}

/** Running and paused rooms first, by their end; then what starts next. */
const liveFirst = sql`case when lot.status in (4, 8) then 0 else 1 end`;
const nextEvent = sql`case when lot.status in (4, 8) then lot.room_deadline_us
  else (extract(epoch from lot.opens_at) * 1000000)::bigint end`;

export type LotSearchRepository = ReturnType<typeof createLotSearchRepository>;

/** Lists of lots: everything that answers with more than one. */
export function createLotSearchRepository(db: Db<LotsTables>) {
  const lots = () =>
    db
      .selectFrom('lot')
      .innerJoin('category', 'category.id', 'lot.category_id')
      .innerJoin('region', 'region.id', 'lot.region_id')
      .leftJoin('area', 'area.id', 'lot.area_id')
      .selectAll('lot')
      .select([
        'category.name as category_name',
        'category.parent_id as group_id',
        'region.name as region_name',
        'area.name as area_name',
      ]);

  return {
    async page(query: LotListQuery, now: Date): Promise<{ rows: LotRow[]; total: number }> {
      const tab = query.i as LotTab;
      const conditions = (eb: Where): Expression<SqlBool> => {
        const inTab = tabCondition(eb, tab, now);
        return eb.and(inTab ? [...filterConditions(eb, query), inTab] : filterConditions(eb, query));
      };
      let listed = lots().where((eb) => conditions(eb as unknown as Where));
      if (tab === 4) listed = listed.orderBy(liveFirst).orderBy(nextEvent);
      else if (tab === 2 || tab === 3) listed = listed.orderBy('lot.ended_at', (o) => o.desc().nullsLast());
      else listed = listed.orderBy('lot.published_at', 'desc');
      const [rows, { total }] = await Promise.all([
        listed
          .orderBy('lot.id', 'desc')
          .limit(query.size)
          .offset((query.page - 1) * query.size)
          .execute(),
        db
          .selectFrom('lot')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .where(conditions)
          .executeTakeFirstOrThrow(),
      ]);
      return { rows, total };
    },

    /** How many lots each tab has under the filters, by tab number. */
    async tabCounts(filter: LotFilter, now: Date): Promise<Record<LotTab, number>> {
      const of = (eb: Where, tab: LotTab) =>
        eb.fn.countAll<number>().filterWhere((inner) => tabCondition(inner, tab, now) ?? sql<SqlBool>`true`);
      const row = await db
        .selectFrom('lot')
        .select((eb) => [
          of(eb, 0).as('t0'),
          of(eb, 1).as('t1'),
          of(eb, 2).as('t2'),
          of(eb, 3).as('t3'),
          of(eb, 4).as('t4'),
        ])
        .where((eb) => eb.and(filterConditions(eb, filter)))
        .executeTakeFirstOrThrow();
      return { 0: row.t0, 1: row.t1, 2: row.t2, 3: row.t3, 4: row.t4 };
    },

    /** Current auctions: rooms that run or are paused, then those that open next. */
    active: (limit: number, except: number | null): Promise<LotRow[]> =>
      lots()
        .where('lot.trade_type', '=', 'auction')
        .where('lot.status', 'in', [1, 3, 4, 8])
        .$if(except !== null, (query) => query.where('lot.id', '!=', except as number))
        .orderBy(liveFirst)
        .orderBy(nextEvent)
        .orderBy('lot.id')
        .limit(limit)
        .execute(),

    /** Recently ended lots, newest first: for the board of rooms. */
    endedSince: (since: Date, limit: number): Promise<LotRow[]> =>
      lots().where('lot.ended_at', '>=', since).orderBy('lot.ended_at', 'desc').limit(limit).execute(),

    byIds: (ids: readonly number[]): Promise<LotRow[]> =>
      ids.length === 0 ? Promise.resolve([]) : lots().where('lot.id', 'in', ids).execute(),

    /** Lots of the "current" tab by category. */
    async countByCategory(): Promise<Map<number, number>> {
      const rows = await db
        .selectFrom('lot')
        .select((eb) => ['category_id', eb.fn.countAll<number>().as('count')])
        .where('status', 'in', TAB_STATUSES[4] ?? [])
        .groupBy('category_id')
        .execute();
      return new Map(rows.map((row) => [row.category_id, row.count]));
    },
  };
}
