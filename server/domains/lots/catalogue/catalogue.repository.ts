import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { CARD_COLUMNS, type LotsTables, type StoredCard, type StoredLot } from '../lot-tables.ts';
import type { CatalogueSource } from './catalogue.ts';
import type { CatalogueRow } from './columns.ts';
import { takenWhole, type WordMatches } from './terms.ts';
import { together } from './together.ts';

/** Rows a portion: short enough that nobody waits for the parsing. */
const PORTION = 2_000;
/** How like a word must be to stand for a mistyped one: shared three-letter pieces, 0 to 1. */
const LIKENESS = 0.38;
const NEAR_WORDS = 12;

const columns = sql`
  lot.id, lot.status, lot.category_id as "categoryId", coalesce(category.parent_id, category.id) as "groupId",
  lot.region_id as "regionId", lot.area_id as "areaId", lot.order_type = 'state' as state,
  lot.trade_type = 'auction' as auction, lot.instalment_months is not null as parts,
  lot.start_price_tiyin as "startPriceTiyin", lot.room_price_tiyin as "roomPriceTiyin",
  (extract(epoch from lot.published_at) * 1000)::float8 as "publishedAtMs",
  (extract(epoch from lot.opens_at) * 1000)::float8 as "opensAtMs",
  lot.room_deadline_us / 1000.0::float8 as "deadlineMs",
  (extract(epoch from lot.ended_at) * 1000)::float8 as "endedAtMs"`;

/** A word as PostgreSQL's query language writes it: nothing in it can be an operator. */
const lexeme = (word: string): string => `'${word.replace(/['\\]/g, (sign) => sign + sign)}'`;

export interface NamesById {
  category: ReadonlyMap<number, { name: LocalizedText; groupId: number }>;
  region: ReadonlyMap<number, LocalizedText>;
  area: ReadonlyMap<number, LocalizedText>;
}

const KINDS = ['whole', 'start', 'elsewhere'] as const;

/** A lot with the number of the one that repeats it. */
export type StoredLotWithNext = StoredLot & { next_lot_id: number | null };

export type CatalogueRepository = ReturnType<typeof createCatalogueRepository>;

/** Reads for the list in memory. */
export function createCatalogueRepository(db: Db<LotsTables>) {
  const rowsWhere = async (condition: ReturnType<typeof sql>): Promise<CatalogueRow[]> => {
    const { rows } = await sql<CatalogueRow>`
      select ${columns} from lot join category on category.id = lot.category_id where ${condition}`.execute(
      db,
    );
    return rows;
  };

  const wordTogether = together<string, WordMatches>(async (words) => {
    const asked = words.map((word) => {
      const [whole, elsewhere] = [lexeme(word), lexeme(`~${word}`)];
      const begins = takenWhole(word) ? '' : ':*';
      return { word, whole, start: whole + begins, any: `${whole}${begins} | ${elsewhere}${begins}` };
    });
    const { rows } = await sql<{ word: string; kind: number; ids: string }>`
      select asked.word, found.kind, found.ids
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (word text, whole tsquery, start tsquery, "any" tsquery)
      cross join lateral (
        select kind, string_agg(lot_id::text, ',') as ids from (
          select lot_id, case when words @@ asked.whole then 0 when words @@ asked.start then 1 else 2 end as kind
          from lot_words where words @@ asked."any"
        ) matched group by kind
      ) found`.execute(db);
    const answers = new Map<string, WordMatches>();
    for (const { word, kind, ids } of rows) {
      const matches = answers.get(word) ?? { whole: [], start: [], elsewhere: [] };
      matches[KINDS[kind] ?? 'elsewhere'] = ids.split(',').map(Number);
      answers.set(word, matches);
    }
    return answers;
  });

  const lotTogether = together<number, StoredLotWithNext>(async (ids) => {
    const rows = await db
      .selectFrom('lot')
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('lot as later')
          .select('later.id')
          .whereRef('later.repeats_lot_id', '=', 'lot.id')
          .as('next_lot_id'),
      )
      .where(sql<boolean>`id = any(${ids})`)
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  });

  const source: CatalogueSource = {
    async mark() {
      const { rows } = await sql<{ mark: string }>`
        select pg_snapshot_xmin(pg_current_snapshot())::text as mark`.execute(db);
      return (rows[0] as { mark: string }).mark;
    },

    async all(take) {
      for (let after = 0; ;) {
        const rows = await rowsWhere(sql`lot.id > ${after} order by lot.id limit ${PORTION}`);
        take(rows);
        const last = rows.at(-1);
        if (!last || rows.length < PORTION) return;
        after = last.id;
      }
    },

    async changes(since) {
      // The new mark is read first: what commits after it is read again next time, nothing is missed.
      const { rows: looked } = await sql<{ mark: string; removed: number[]; changed: boolean }>`
        select pg_snapshot_xmin(pg_current_snapshot())::text as mark,
          coalesce((select json_agg(lot_id) from lot_removal
            where removed_xid >= ${since}::xid8 and removed_xid < pg_snapshot_xmax(pg_current_snapshot())), '[]') as removed,
          exists (select from lot where changed_xid >= ${since}::xid8
            and changed_xid < pg_snapshot_xmax(pg_current_snapshot())) as changed`.execute(db);
      const { mark, removed, changed } = looked[0] as { mark: string; removed: number[]; changed: boolean };
      // Ids beyond the snapshot come from a restored backup, whose counter stood higher.
      const rows = changed
        ? await rowsWhere(
            sql`lot.changed_xid >= ${since}::xid8 and lot.changed_xid < pg_snapshot_xmax(pg_current_snapshot())`,
          )
        : [];
      return { mark, rows, removed };
    },

    async wordsOfLots(ids) {
      const { rows } = await sql<{ id: number; words: string[] }>`
        select lot_id as id, tsvector_to_array(words) as words from lot_words where lot_id = any(${ids})`.execute(
        db,
      );
      return rows;
    },

    byWord: async (word) => (await wordTogether(word)) ?? { whole: [], start: [], elsewhere: [] },

    async nearWord(word) {
      const { rows: near } = await sql<{ word: string }>`
        select word from search_word where word % ${word} and similarity(word, ${word}) >= ${LIKENESS}
        order by similarity(word, ${word}) desc, word limit ${NEAR_WORDS}`.execute(db);
      if (near.length === 0) return [];
      const any = near.flatMap((row) => [lexeme(row.word), lexeme(`~${row.word}`)]).join(' | ');
      const { rows } = await sql<{ id: number }>`
        select lot_id as id from lot_words where words @@ ${any}::tsquery`.execute(db);
      return rows.map(({ id }) => id);
    },
  };

  return {
    source,

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

    cards: (ids: readonly number[]): Promise<StoredCard[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('lot')
            .select(CARD_COLUMNS)
            .where(sql<boolean>`id = any(${ids})`)
            .execute(),

    /** The lot with the number of the one that repeats it. */
    lot: async (id: number): Promise<StoredLotWithNext | null> => (await lotTogether(id)) ?? null,
  };
}
