import type { AnyDb, Db } from '#server/platform/database/index.ts';
import type { LotsTables } from './lot-tables.ts';
import { foundBy } from './lots.publish.ts';

const BATCH = 200;

/** Computes again by which words the next lots behind an id are found. @returns their last id, null where there are none */
export async function foldLots(anyDb: AnyDb, afterId: number): Promise<number | null> {
  const db: Db<LotsTables> = anyDb;
  const lots = await db
    // The batch first: joins must not read lots beyond it.
    .selectFrom((eb) =>
      eb
        .selectFrom('lot')
        .select(['id', 'title', 'address', 'search_form', 'search_more'])
        .select(['category_id', 'region_id', 'area_id'])
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(BATCH)
        .as('lot'),
    )
    .innerJoin('category', 'category.id', 'lot.category_id')
    .innerJoin('region', 'region.id', 'lot.region_id')
    .leftJoin('area', 'area.id', 'lot.area_id')
    .select(['lot.id', 'lot.title', 'lot.address', 'lot.search_form', 'lot.search_more'])
    .select(['category.name as category', 'region.name as region', 'area.name as area'])
    .orderBy('lot.id')
    .execute();
  for (const { id, title, address, category, region, area, ...stored } of lots) {
    const search_form = foundBy([title]);
    const search_more = foundBy([category, region, ...(area ? [area] : []), address]);
    if (search_form === stored.search_form && search_more === stored.search_more) continue;
    await db.updateTable('lot').set({ search_form, search_more }).where('id', '=', id).execute();
  }
  return lots.at(-1)?.id ?? null;
}
