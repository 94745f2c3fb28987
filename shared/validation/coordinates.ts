import { stripInvisible } from '../text/strip-invisible.ts';

export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** Two numbers with a point, or whole ones that a space or semicolon separates. */
const WITH_POINTS =
  /^(-?\d{1,2}\.\d+)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)$|^(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}\.\d+)$/;
const WHOLE = /^(-?\d{1,2})(?:,?\s+|\s*;\s*)(-?\d{1,3})$/;
/** Two numbers with a decimal comma, which a space or semicolon separates. */
const WITH_COMMAS = /^(-?\d{1,2},\d+)(?:,?\s+|\s*;\s*)(-?\d{1,3}(?:,\d+)?)$/;

/**
 * A pair of decimal degrees as people copy it from a map, `41.311081, 69.240562` or `41,311081, 69,240562`; null when it is
 * none, or may be a single number with a decimal comma: `41,31`.
 */
export function parseCoordinates(text: string): Coordinates | null {
  const pair = stripInvisible(text).trim();
  const match = WITH_POINTS.exec(pair) ?? WHOLE.exec(pair) ?? WITH_COMMAS.exec(pair);
  const [first, second] = match?.slice(1).filter((part) => part !== undefined) ?? [];
  if (first === undefined || second === undefined) return null;
  const [latitude, longitude] = [Number(first.replace(',', '.')), Number(second.replace(',', '.'))];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
