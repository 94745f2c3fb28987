import type { Coordinates } from '../validation/coordinates.ts';

const DEGREE_KM = 111.2;

/** Between two points of the country, as if it were flat: right to a few percent. */
export function distanceKm(one: Coordinates, other: Coordinates): number {
  const north = one.latitude - other.latitude;
  const east = (one.longitude - other.longitude) * Math.cos((other.latitude * Math.PI) / 180);
  return Math.hypot(north, east) * DEGREE_KM;
}
