import { sql, type Generated } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { SavedFilter } from '#shared/api/cabinet/saved-searches.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { LOT_STATUS, OPEN_STATUSES, type LotStatus } from '#shared/lifecycles/lot-status.ts';

interface SavedSearchTables {
  saved_search: {
    id: Generated<number>;
    person_id: string;
    name: string;
    filter: SavedFilter;
    words: string[];
    created_at: Generated<Date>;
    notified_at: Date | null;
  };
  saved_search_lot: {
    search_id: number;
    lot_id: number;
    found_at: Generated<Date>;
    notified_at: Date | null;
  };
}

export interface SavedSearchRow {
  id: number;
  person_id: string;
  name: string;
  filter: SavedFilter;
  created_at: Date;
  notified_at: Date | null;
}

export interface FoundLots {
  search: SavedSearchRow;
  /** The last published first. */
  lots: { id: number; title: LocalizedText }[];
}

/** A lot that can still be bought or applied for. */
const ON_TRADE: readonly LotStatus[] = [...OPEN_STATUSES, LOT_STATUS.onSaleAtFixedPrice];

/** A lot whose publication was committed late is still found; those found before are found once. */
const LATE_MINUTES = 60;

/** Does a lot `l` of a category `c` pass the filters of a search `s`? Prices are those at which trade starts. */
const PASSES = sql`
  coalesce((s.filter ->> 'region')::int = l.region_id, true)
  and coalesce((s.filter ->> 'area')::int = l.area_id, s.filter ->> 'area' is null)
  and coalesce((s.filter ->> 'category')::int = l.category_id, true)
  and coalesce((s.filter ->> 'group')::int = coalesce(c.parent_id, c.id), true)
  and coalesce(s.filter ->> 'orderType' = l.order_type, true)
  and coalesce(s.filter ->> 'tradeType' = l.trade_type, true)
  and coalesce(s.filter ->> 'tenure' = l.tenure, true)
  and coalesce((s.filter ->> 'payment' = 'parts') = (l.instalment_months is not null), true)
  and coalesce((s.filter ->> 'priceFromTiyin')::bigint <= l.start_price_tiyin, true)
  and coalesce((s.filter ->> 'priceToTiyin')::bigint >= l.start_price_tiyin, true)
  and not exists (
    select from unnest(s.words) word
    where position(' ' || word in ' ' || l.search_form || ' ' || l.search_more) = 0
  )`;

export function createSavedSearchesRepository(db: Db<SavedSearchTables>) {
  return {
    of: (personId: string): Promise<SavedSearchRow[]> =>
      db
        .selectFrom('saved_search')
        .select(['id', 'person_id', 'name', 'filter', 'created_at', 'notified_at'])
        .where('person_id', '=', personId)
        .orderBy('id', 'desc')
        .execute(),

    /** In a transaction. null: the person has `most` others. The same filter again only changes the name. */
    async save(
      {
        personId,
        name,
        filter,
        words,
      }: { personId: string; name: string; filter: SavedFilter; words: string[] },
      most: number,
    ): Promise<SavedSearchRow | null> {
      // Serialises one person's additions, so that the count below is right.
      await lockNamed(db, `saved-searches:${personId}`);
      const json = JSON.stringify(filter);
      const { rows } = await sql<{ others: number }>`
        select count(*)::int as others from saved_search
        where person_id = ${personId} and filter <> ${json}::jsonb`.execute(db);
      if ((rows[0]?.others ?? 0) >= most) return null;
      const saved = await sql<SavedSearchRow>`
        insert into saved_search (person_id, name, filter, words)
        values (${personId}, ${name}, ${json}::jsonb, ${words})
        on conflict (person_id, filter) do update set name = excluded.name
        returning id, person_id, name, filter, created_at, notified_at`.execute(db);
      return saved.rows[0]!;
    },

    /** Those with words, by their numbers. */
    withWords: (afterId: number, limit: number): Promise<Pick<SavedSearchRow, 'id' | 'filter'>[]> =>
      db
        .selectFrom('saved_search')
        .select(['id', 'filter'])
        .where('id', '>', afterId)
        .where(sql<boolean>`filter ? 'q'`)
        .orderBy('id')
        .limit(limit)
        .execute(),

    async setWords(id: number, words: string[]): Promise<void> {
      await db.updateTable('saved_search').set({ words }).where('id', '=', id).execute();
    },

    async remove(personId: string, id: number): Promise<void> {
      await db.deleteFrom('saved_search').where('person_id', '=', personId).where('id', '=', id).execute();
    },

    /**
     * In a transaction: finds lots that were published since the round before, for the searches that were saved before them. Not for
     * their own sellers; practice lots are none. Another worker that looks at this moment leaves nothing to do.
     */
    async look(): Promise<void> {
      const round = await sql<{ until: Date }>`
        select looked_until as until from saved_search_round for update skip locked`.execute(db);
      const since = round.rows[0]?.until;
      if (!since) return;
      const fresh = await sql<{ id: number }>`
        select id from lot
        where published_at > ${since}::timestamptz - make_interval(mins => ${LATE_MINUTES}) and published_at <= now()
          and not practice and not rehearsal and status = any(${[...ON_TRADE]}::smallint[])`.execute(db);
      const ids = fresh.rows.map(({ id }) => id);
      if (ids.length > 0)
        await sql`
          insert into saved_search_lot (search_id, lot_id)
          select s.id, l.id
          from lot l join category c on c.id = l.category_id
            join saved_search s on s.created_at < l.published_at and s.person_id is distinct from l.customer_person_id
          where l.id = any(${ids}::bigint[]) and ${PASSES}
          on conflict (search_id, lot_id) do nothing`.execute(db);
      await sql`update saved_search_round set looked_until = now()`.execute(db);
    },

    /** Searches with lots that their people were not notified of, and who were notified of none since `before`. */
    async due(before: Date, limit: number): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        select s.id from saved_search s
        where s.id in (select search_id from saved_search_lot where notified_at is null)
          and (s.notified_at is null or s.notified_at <= ${before})
        order by s.id limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** In a transaction: what is to be said of a search, which is said by that; null: another worker did, or nothing is open any more. */
    async take(id: number): Promise<FoundLots | null> {
      const { rows } = await sql<SavedSearchRow>`
        select id, person_id, name, filter, created_at, notified_at from saved_search
        where id = ${id} for update skip locked`.execute(db);
      const [search] = rows;
      if (!search) return null;
      const found = await sql<{ id: number; title: LocalizedText; open: boolean }>`
        update saved_search_lot f set notified_at = now() from lot l
        where f.search_id = ${id} and f.notified_at is null and l.id = f.lot_id
        returning l.id, l.title, l.status = any(${[...ON_TRADE]}::smallint[]) as open`.execute(db);
      const lots = found.rows
        .filter(({ open }) => open)
        .map(({ id: lotId, title }) => ({ id: lotId, title }))
        .toSorted((one, other) => other.id - one.id);
      if (lots.length === 0) return null;
      await sql`update saved_search set notified_at = now() where id = ${id}`.execute(db);
      return { search, lots };
    },

    /** Forgets what was found longer ago. */
    async purge(days: number): Promise<void> {
      await sql`
        delete from saved_search_lot
        where found_at < now() - make_interval(days => ${days}) and notified_at is not null`.execute(db);
    },
  };
}
