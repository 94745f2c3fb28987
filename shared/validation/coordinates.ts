export interface Coordinates {
  latitude: number;
  longitude: number;
}

const PAIR = /^(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)$/;

/** A pair of decimal degrees as people copy it from a map, `41.311081, 69.240562`; null when it is none. */
export function parseCoordinates(text: string): Coordinates | null {
  const match = PAIR.exec(text.trim());
  if (!match) return null;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
