import type { LocalizedText } from '#shared/i18n/localized.ts';
import { searchForm } from '#shared/i18n/transliterate.ts';

/** ISO 3166-2 of a region and its code in the state classifier of territories. */
const REGIONS: Readonly<Record<string, number>> = {
  'UZ-TK': 1726,
  'UZ-AN': 1703,
  'UZ-BU': 1706,
  'UZ-FA': 1730,
  'UZ-JI': 1708,
  'UZ-NG': 1714,
  'UZ-NW': 1712,
  'UZ-QA': 1710,
  'UZ-QR': 1735,
  'UZ-SA': 1718,
  'UZ-SI': 1724,
  'UZ-SU': 1722,
  'UZ-TO': 1727,
  'UZ-XO': 1733,
};

/** Spellings of the state platform that differ from the classifier's. */
const OTHERWISE: Readonly<Record<string, string>> = {
  [searchForm('Qonlikoʻl tumani')]: searchForm('Qanlikoʻl tumani'),
  [searchForm('Peshkoʻ tumani')]: searchForm('Peshku tumani'),
};

export interface Area {
  id: number;
  regionId: number;
  name: LocalizedText;
}

export const regionOf = (iso: string): number | null => REGIONS[iso.trim()] ?? null;

/** Finds districts and towns by region and name, whatever their apostrophes. */
export function areaFinder(areas: readonly Area[]): (regionId: number, name: string) => number | null {
  const byName = new Map(areas.map((area) => [`${area.regionId} ${searchForm(area.name.uz)}`, area.id]));
  return (regionId, name) => {
    const folded = searchForm(name);
    return byName.get(`${regionId} ${OTHERWISE[folded] ?? folded}`) ?? null;
  };
}
