import { AREA_PLACES } from '#shared/places/area-places.ts';
import type { Point } from './country-outline.ts';
import { REGION_PLACES } from './region-lines.ts';

const AREAS = new Map(AREA_PLACES.map(({ id, at }) => [id, at]));

/** Where the centre of an area or a region lies, by its id in the dictionaries; null for one that is not known here. */
export const centreOf = (id: number | null): Point | null =>
  id === null ? null : (AREAS.get(id) ?? REGION_PLACES[id] ?? null);
