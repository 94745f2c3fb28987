import type { AnyDb } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { searchForm } from '#shared/i18n/transliterate.ts';
import { createLotPlaces, type LotInPlace } from './lot-places.repository.ts';
import { foundBy } from './lots.publish.ts';

/** Whether an address names a place: in one of the languages it has the whole name, whatever its letters and apostrophes. */
function namesPlace(address: LocalizedText, name: LocalizedText): boolean {
  return (Object.keys(name) as (keyof LocalizedText)[]).some((language) =>
    ` ${searchForm(address[language])} `.includes(` ${searchForm(name[language])} `),
  );
}

/**
 * After a place was added or renamed: lots of its region without an area whose address names it are in it from now on, but for
 * those that somebody wants already, and lots in it are found by its name. Each lot is written by itself, so that no room waits; a repeat continues where it ended.
 * @returns how many lots were written
 */
export async function followPlace(
  db: AnyDb,
  { regionId, areaId }: { regionId: number; areaId: number | null },
  isWanted: (lotId: number) => Promise<boolean>,
): Promise<number> {
  const lots = createLotPlaces(db);
  const place = await lots.namesOf(regionId, areaId);
  if (!place || place.hidden) return 0;
  let written = 0;
  for (let after = 0; ;) {
    const batch = await lots.after(after, regionId, areaId);
    for (const lot of batch) {
      const change = changeOf(lot, place, areaId);
      const joins = change !== null && change.areaId !== lot.areaId;
      // One member of staff adds a place, and changes nothing of what somebody has bid for or bought.
      if (!change || (joins && (await isWanted(lot.id)))) continue;
      if (await lots.write(lot, change)) written += 1;
    }
    const last = batch.at(-1);
    if (!last) return written;
    after = last.id;
  }
}

function changeOf(
  lot: LotInPlace,
  place: { region: LocalizedText; area: LocalizedText | null },
  areaId: number | null,
): { areaId: number | null; searchMore: string } | null {
  const joins = lot.areaId === null && place.area !== null && namesPlace(lot.address, place.area);
  if (areaId !== null && lot.areaId !== areaId && !joins) return null;
  const area = joins || lot.areaId === areaId ? place.area : lot.areaName;
  const searchMore = foundBy([lot.category, place.region, ...(area ? [area] : []), lot.address]);
  return joins || searchMore !== lot.searchMore ? { areaId: joins ? areaId : lot.areaId, searchMore } : null;
}
