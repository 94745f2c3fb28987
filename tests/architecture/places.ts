import { AUCTION_HOUSE, CLIENT_HOUSE, HOUSE } from './floors.ts';

/**
 * Does `file` lie in `place`? A place ends in `/` (folder), names a file, or starts with `**` (any file so ending);
 * `*` is any one name.
 */
export function unitOf(file: string, place: string): string | null {
  if (place.startsWith('**')) return file.endsWith(place.slice(2)) ? file : null;
  const pattern = place.split('*').map(escape).join('[^/]+');
  const found = new RegExp(place.endsWith('/') ? `^${pattern}` : `^${pattern}$`).exec(file);
  return found ? found[0] : null;
}

export const isIn = (file: string, places: readonly string[]): boolean =>
  places.some((place) => unitOf(file, place) !== null);

/** Floor (0 lowest) and unit of a file in a house, or null when it does not live there. */
export function homeOf(
  file: string,
  house: readonly (readonly string[])[],
): { floor: number; unit: string } | null {
  for (const [floor, places] of house.entries()) {
    for (const place of places) {
      const unit = unitOf(file, place);
      // All files that stand at the top of the hot core are one unit, not one each.
      if (unit !== null) return { floor, unit: place.endsWith('/') ? unit : place };
    }
  }
  return null;
}

/** Files no floor claims; what lies at the top of client/ is the build's configuration, not the client. */
export function isHomeless(file: string): boolean {
  if (file.startsWith('server/auction/')) return homeOf(file, AUCTION_HOUSE) === null;
  if (file.startsWith('server/')) return homeOf(file, HOUSE) === null;
  return /^client\/.+\//.test(file) && homeOf(file, CLIENT_HOUSE) === null;
}

function escape(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
}
