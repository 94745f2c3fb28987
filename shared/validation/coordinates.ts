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

const DEGREES = /^[+-]?\d{1,3}(?:[.,]\d{1,20})?$/;

/** Decimal degrees alone, with a point or a comma: of these three digits behind it are no thousands. null: they are none. */
function parseDegrees(text: string, limit: number): number | null {
  const written = stripInvisible(text).replace(/°/g, '').trim();
  const degrees = DEGREES.test(written) ? Number(written.replace(',', '.')) : Number.NaN;
  return Math.abs(degrees) <= limit ? degrees : null;
}

/**
 * A place by its two texts, as a table has them, or by a pair that one of them holds alone. null: it cannot be read, or lacks one
 * of the two.
 */
export function parsePlace(latitude: string, longitude: string): Coordinates | null {
  const [first, second] = [stripInvisible(latitude).trim(), stripInvisible(longitude).trim()];
  if (first === '' || second === '') return parseCoordinates(first || second);
  const [north, east] = [parseDegrees(first, 90), parseDegrees(second, 180)];
  return north === null || east === null ? null : { latitude: north, longitude: east };
}
