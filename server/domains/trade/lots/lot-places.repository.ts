import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotsTables } from './lot-tables.ts';

export interface LotInPlace {
  id: number;
  areaId: number | null;
  areaName: LocalizedText | null;
  address: LocalizedText;
  category: LocalizedText;
  searchMore: string;
}

const BATCH = 200;

/** Where lots are, and the words of places by which they are found. */
export function createLotPlaces(db: Db<LotsTables>) {
  return {
    /** Names of a region and of an area in it; null: there is none such. */
    async namesOf(regionId: number, areaId: number | null) {
      const row = await db
        .selectFrom('region')
        .leftJoin('area', (join) =>
          join.onRef('area.region_id', '=', 'region.id').on('area.id', '=', areaId ?? 0),
        )
        .select(['region.name as region', 'area.name as area', 'area.hidden as hidden'])
        .where('region.id', '=', regionId)
        .executeTakeFirst();
      if (!row || (areaId !== null && row.area === null)) return null;
      return { region: row.region, area: row.area, hidden: row.hidden === true };
    },

    /** Lots of a region with ids above one: of an area also those without any; all of them where none is given. */
    after: (id: number, regionId: number, areaId: number | null): Promise<LotInPlace[]> =>
      db
        .selectFrom('lot')
        .innerJoin('category', 'category.id', 'lot.category_id')
        .leftJoin('area', 'area.id', 'lot.area_id')
        .select(['lot.id', 'lot.area_id as areaId', 'area.name as areaName', 'lot.address'])
        .select(['category.name as category', 'lot.search_more as searchMore'])
        .where('lot.region_id', '=', regionId)
        .where('lot.id', '>', id)
        .$if(areaId !== null, (query) =>
          query.where((eb) => eb.or([eb('lot.area_id', '=', areaId), eb('lot.area_id', 'is', null)])),
        )
        .orderBy('lot.id')
        .limit(BATCH)
        .execute(),

    /** false: the lot has changed its area meanwhile. */
    async write(
      lot: Pick<LotInPlace, 'id' | 'areaId'>,
      { areaId, searchMore }: { areaId: number | null; searchMore: string },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('lot')
        .set({ area_id: areaId, search_more: searchMore })
        .where('id', '=', lot.id)
        .where(sql<boolean>`area_id is not distinct from ${lot.areaId}::integer`)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
