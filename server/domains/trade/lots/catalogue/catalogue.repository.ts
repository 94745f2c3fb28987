import { sql } from 'kysely';
import { literals, type Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { CURRENT_STATUSES } from '#shared/lifecycles/lot-tabs.ts';
import { stockOfLot } from '../lot-stock.repository.ts';
import type { LotsTables, StoredLot, WithStock } from '../lot-tables.ts';
import type { CatalogueSource } from './follow-lots.ts';
import type { CatalogueRow } from './columns.ts';
import { batchLoader } from './batch-loader.ts';
import { createOlderLotsRepository } from './older-lots.repository.ts';

/** Rows per batch: parsing one must not delay requests. */
const PORTION = 2_000;
/** Trigram similarity (0 to 1) from which a word counts as a misspelling of another. */
const LIKENESS = 0.38;
const NEAR_WORDS = 12;

const columns = sql`
  lot.id, lot.status, lot.category_id as "categoryId", coalesce(category.parent_id, category.id) as "groupId",
  lot.region_id as "regionId", lot.area_id as "areaId", lot.order_type = 'state' as state,
  lot.trade_type = 'auction' as auction, lot.instalment_months is not null as parts,
  lot.tenure = 'rent' as rent,
  lot.repeats_lot_id as "repeatsLotId", lot.start_price_tiyin as "startPriceTiyin", lot.room_price_tiyin as "roomPriceTiyin",
  (extract(epoch from lot.published_at) * 1000)::float8 as "publishedAtMs",
  (extract(epoch from lot.opens_at) * 1000)::float8 as "opensAtMs",
  (extract(epoch from lot.closes_at) * 1000)::float8 as "closesAtMs",
  lot.room_deadline_us / 1000.0::float8 as "deadlineMs",
  (extract(epoch from lot.ended_at) * 1000)::float8 as "endedAtMs"`;

export interface NamesById {
  category: ReadonlyMap<number, { name: LocalizedText; groupId: number }>;
  region: ReadonlyMap<number, LocalizedText>;
  area: ReadonlyMap<number, LocalizedText>;
}

/** A lot with the number of the one that repeats it. */
export type StoredLotWithNext = StoredLot & WithStock & { next_lot_id: number | null };

export type CatalogueRepository = ReturnType<typeof createCatalogueRepository>;

/** Queries of the catalogue in memory. */
export function createCatalogueRepository(db: Db<LotsTables>) {
  const rowsWhere = async (condition: ReturnType<typeof sql>): Promise<CatalogueRow[]> => {
    const { rows } = await sql<CatalogueRow>`
      select ${columns} from lot join category on category.id = lot.category_id
      where not lot.rehearsal and ${condition}`.execute(db);
    return rows;
  };

  /** Lots that did not end before an instant: each kind by its own index, where a condition for all would read every lot. */
  const idsSince = async (before: number | null): Promise<number[]> => {
    const kinds =
      before === null
        ? [sql`true`]
        : [
            sql`ended_at is null and status not in (${literals(CURRENT_STATUSES)})`,
            sql`ended_at >= ${new Date(before)}`,
            sql`published_at >= ${new Date(before)}`,
            sql`status in (${literals(CURRENT_STATUSES)})`,
          ];
    const { rows } = await sql<{ id: number }>`${sql.join(
      kinds.map((kind) => sql`select id from lot where ${kind}`),
      sql` union `,
    )} order by id`.execute(db);
    return rows.map(({ id }) => id);
  };

  /** Of lots that ended, and were published, before one instant, those that did not do both before an earlier one. */
  const idsEnded = async (before: number | null, until: number): Promise<number[]> => {
    const end = new Date(until);
    const isOver = sql`ended_at < ${end} and published_at < ${end} and status not in (${literals(CURRENT_STATUSES)})`;
    const since = before === null ? null : new Date(before);
    const kinds = since ? [sql`ended_at >= ${since}`, sql`published_at >= ${since}`] : [sql`true`];
    const { rows } = await sql<{ id: number }>`${sql.join(
      kinds.map((kind) => sql`select id from lot where ${kind} and ${isOver}`),
      sql` union `,
    )} order by id`.execute(db);
    return rows.map(({ id }) => id);
  };

  /** As one text: PostgreSQL's notation of arrays is slow to read. */
  const wordsOf = async (ids: readonly number[]): Promise<{ id: number; words: string[] }[]> => {
    const { rows } = await sql<{ id: number; words: string }>`
      select lot_id as id, array_to_string(tsvector_to_array(words), ' ') as words
      from lot_words where lot_id = any(${ids})`.execute(db);
    return rows.map(({ id, words }) => ({ id, words: words.split(' ') }));
  };

  /** Reads lots with their words. */
  const inBatches = async (
    ids: readonly number[],
    take: Parameters<CatalogueSource['all']>[1],
  ): Promise<void> => {
    const read = (from: number) => {
      const some = ids.slice(from, from + PORTION);
      // Sorted, so that the same lots have the same places in each process.
      const rows = rowsWhere(sql`lot.id = any(${some}) order by lot.id`);
      const portion = Promise.all([rows, wordsOf(some)]);
      portion.catch(() => undefined); // the loop gets the rejection when it comes to it
      return portion;
    };
    // PostgreSQL reads a portion while the one before is taken.
    for (let from = 0, next = read(0); from < ids.length; from += PORTION) {
      const [rows, words] = await next;
      next = read(from + PORTION);
      take(rows, words);
    }
  };

  const withNext = (ids: readonly number[]): Promise<StoredLotWithNext[]> =>
    db
      .selectFrom('lot')
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('lot as later')
          .select('later.id')
          .whereRef('later.repeats_lot_id', '=', 'lot.id')
          .as('next_lot_id'),
      )
      .select(stockOfLot.as('stock'))
      .where(sql<boolean>`id = any(${ids})`)
      .execute();

  const lotBatch = batchLoader<number, StoredLotWithNext>(
    async (ids) => new Map((await withNext(ids)).map((row) => [row.id, row])),
  );

  const source: CatalogueSource = {
    async mark() {
      const { rows } = await sql<{ mark: string }>`
        select pg_snapshot_xmin(pg_current_snapshot())::text as mark`.execute(db);
      return (rows[0] as { mark: string }).mark;
    },

    all: async (before, take) => inBatches(await idsSince(before), take),

    ended: async (before, until, take) => inBatches(await idsEnded(before, until), take),

    async changes(since) {
      // The new mark is read first: what commits after it is read again next time, so nothing is missed.
      const { rows: looked } = await sql<{ mark: string; removed: number[]; changed: boolean }>`
        select pg_snapshot_xmin(pg_current_snapshot())::text as mark,
          coalesce((select json_agg(lot_id) from lot_removal
            where removed_xid >= ${since}::xid8 and removed_xid < pg_snapshot_xmax(pg_current_snapshot())), '[]') as removed,
          exists (select from lot where changed_xid >= ${since}::xid8
            and changed_xid < pg_snapshot_xmax(pg_current_snapshot()))
          or exists (select from lot_stock where changed_xid >= ${since}::xid8
            and changed_xid < pg_snapshot_xmax(pg_current_snapshot())) as changed`.execute(db);
      const { mark, removed, changed } = looked[0] as { mark: string; removed: number[]; changed: boolean };
      // Ids beyond the snapshot come from a restored backup with a higher transaction counter.
      const rows = changed
        ? await rowsWhere(
            // Cards show the stock: a lot whose units were reserved or sold has changed, too.
            sql`lot.id in (
              select id from lot where changed_xid >= ${since}::xid8
                and changed_xid < pg_snapshot_xmax(pg_current_snapshot())
              union select lot_id from lot_stock where changed_xid >= ${since}::xid8
                and changed_xid < pg_snapshot_xmax(pg_current_snapshot()))`,
          )
        : [];
      return { mark, rows, removed };
    },

    wordsOfLots: wordsOf,

    older: createOlderLotsRepository(db),

    async nearWords(word) {
      const { rows } = await sql<{ word: string }>`
        select word from search_word where word % ${word} and similarity(word, ${word}) >= ${LIKENESS}
        order by similarity(word, ${word}) desc, word limit ${NEAR_WORDS}`.execute(db);
      return rows.map((row) => row.word);
    },
  };

  return {
    source,

    /** Counts changes of the reference data, names of places among them. */
    async namesVersion(): Promise<number> {
      const { version } = await db
        .selectFrom('reference_version')
        .select('version')
        .executeTakeFirstOrThrow();
      return version;
    },

    /** Names a card shows, by id. */
    async names(): Promise<NamesById> {
      const [categories, regions, areas] = await Promise.all([
        db.selectFrom('category').select(['id', 'parent_id', 'name']).execute(),
        db.selectFrom('region').select(['id', 'name']).execute(),
        db.selectFrom('area').select(['id', 'name']).execute(),
      ]);
      return {
        category: new Map(categories.map((c) => [c.id, { name: c.name, groupId: c.parent_id ?? c.id }])),
        region: new Map(regions.map((r) => [r.id, r.name])),
        area: new Map(areas.map((a) => [a.id, a.name])),
      };
    },

    /** Lots with the numbers of those that repeat them, without rehearsals. */
    lots: async (ids: readonly number[]): Promise<StoredLotWithNext[]> =>
      (await withNext(ids)).filter(({ rehearsal }) => !rehearsal),

    /** The lot with the number of the one that repeats it. */
    lot: async (id: number): Promise<StoredLotWithNext | null> => (await lotBatch(id)) ?? null,
  };
}
