import { sql } from 'kysely';
import { writeOutbox, type Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { REFERENCE_EVENTS } from '../reference.events.ts';
import type { ReferenceTables } from '../reference-tables.ts';
import { countVersion } from './version.repository.ts';

export interface StoredPlace {
  id: number;
  soato: string | null;
  /** null: a region. */
  regionId: number | null;
  name: LocalizedText;
  hidden: boolean;
  version: number;
}

/** Of the names that lots are shown by. */
export interface PlaceEntry {
  entry: 'region' | 'area';
  id: number;
}

export interface StoredBank {
  id: number;
  mfo: string | null;
  name: LocalizedText;
  active: boolean;
}

/** Banks written in one statement. */
const BATCH = 500;

/** Regions, areas and banks as staff read and change them; each change counts a version of the data. */
export function createPlacesEditing(db: Db<ReferenceTables>) {
  const areas = () =>
    db.selectFrom('area').select(['id', 'soato', 'region_id as regionId', 'name', 'hidden', 'version']);
  const regions = () =>
    db
      .selectFrom('region')
      .select(['id', 'soato', 'name', 'version'])
      .select([sql<null>`null`.as('regionId'), sql<boolean>`false`.as('hidden')]);
  const announce = (regionId: number, areaId: number | null) =>
    writeOutbox(db, { topic: REFERENCE_EVENTS.placeNamed, payload: { regionId, areaId } });

  return {
    /** Regions with their areas, in order of display. */
    async places(): Promise<StoredPlace[]> {
      const [ofRegions, ofAreas] = await Promise.all([
        regions().orderBy('position').execute(),
        areas().orderBy('region_id').orderBy('position').orderBy('id').execute(),
      ]);
      return [...ofRegions, ...ofAreas];
    },

    find: ({ entry, id }: PlaceEntry): Promise<StoredPlace | undefined> =>
      entry === 'region'
        ? regions().where('id', '=', id).executeTakeFirst()
        : areas().where('id', '=', id).executeTakeFirst(),

    /** Locked until the transaction ends. */
    lockRegion: (id: number): Promise<StoredPlace | undefined> =>
      regions().where('id', '=', id).forUpdate().executeTakeFirst(),
    lockArea: (id: number): Promise<StoredPlace | undefined> =>
      areas().where('id', '=', id).forUpdate().executeTakeFirst(),

    areasOf: (regionId: number): Promise<StoredPlace[]> =>
      areas().where('region_id', '=', regionId).execute(),

    /** After the areas that its region has. @returns null: the code belongs to another area */
    async addArea(area: {
      regionId: number;
      soato: string | null;
      name: LocalizedText;
    }): Promise<number | null> {
      const { regionId, soato, name } = area;
      const row = await db
        .insertInto('area')
        .values({
          id: soato === null ? sql<number>`default` : Number(soato),
          soato,
          region_id: regionId,
          name: JSON.stringify(name),
          position: sql<number>`(select coalesce(max(position), 0) + 1 from area where region_id = ${regionId})`,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!row) return null;
      await countVersion(db);
      await announce(regionId, row.id);
      return row.id;
    },

    /** Of a locked place. */
    async rename({ id, regionId }: StoredPlace, name: LocalizedText): Promise<void> {
      await db
        .updateTable(regionId === null ? 'region' : 'area')
        .set({ name: JSON.stringify(name), version: sql`version + 1` })
        .where('id', '=', id)
        .execute();
      await countVersion(db);
      await announce(regionId ?? id, regionId === null ? null : id);
    },

    /** Of a locked area. */
    async setHidden({ id, regionId }: StoredPlace, hidden: boolean): Promise<void> {
      await db
        .updateTable('area')
        .set({ hidden, version: sql`version + 1` })
        .where('id', '=', id)
        .execute();
      await countVersion(db);
      if (!hidden && regionId !== null) await announce(regionId, id);
    },

    banks: (): Promise<StoredBank[]> =>
      db.selectFrom('bank').select(['id', 'mfo', 'name', 'active']).orderBy('id').execute(),

    /** Those that are offered first, by name. @param found part of a name or of a code; empty: all */
    async pageOfBanks(
      found: string,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ items: StoredBank[]; total: number }> {
      const matching = db
        .selectFrom('bank')
        .$if(found !== '', (query) =>
          query.where(
            sql<boolean>`strpos(lower(concat_ws(' ', mfo, name ->> 'uz', name ->> 'ru', name ->> 'en')), lower(${found})) > 0`,
          ),
        );
      const [items, { total }] = await Promise.all([
        matching
          .select(['id', 'mfo', 'name', 'active'])
          .orderBy('active', 'desc')
          .orderBy(sql`name ->> 'uz'`)
          .orderBy('id')
          .limit(limit)
          .offset(offset)
          .execute(),
        matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { items, total };
    },

    /** Imports wait for each other until the transaction ends. */
    async lockBanks(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext('bank'))`.execute(db);
    },

    /** Adds banks by their codes, or gives those that are there name and place in the directory. */
    async putBanks(banks: readonly { mfo: string; name: LocalizedText }[]): Promise<void> {
      for (let at = 0; at < banks.length; at += BATCH)
        await db
          .insertInto('bank')
          .values(
            banks
              .slice(at, at + BATCH)
              .map(({ mfo, name }) => ({ mfo, name: JSON.stringify(name), active: true })),
          )
          .onConflict((conflict) =>
            conflict.column('mfo').doUpdateSet({ name: sql`excluded.name`, active: true }),
          )
          .execute();
      await countVersion(db);
    },

    /** They stay for requisites that name them. */
    async endBanks(ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      await db.updateTable('bank').set({ active: false }).where('id', 'in', ids).execute();
      await countVersion(db);
    },
  };
}
