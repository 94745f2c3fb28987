import { xmlEvents } from '../xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

/** Formats of Excel that show a day, a time or both. */
const DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);

/** Formats of Excel that show a number as percents. */
const PERCENTS = new Set([9, 10]);

/** What a cell shows in place of its number. */
export type ShownAs = 'day' | 'percent';

const ofExcel = (format: number): ShownAs | null =>
  DATES.has(format) ? 'day' : PERCENTS.has(format) ? 'percent' : null;

/** By what a format has outside quoted words, colours and conditions: letters of dates, or the sign of percents. */
function ofCode(code: string): ShownAs | null {
  const [first = ''] = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '').split(';');
  if (first.includes('%')) return 'percent';
  return /[dmyhs]/i.test(first.replace(/general/gi, '')) ? 'day' : null;
}

/** Which styles of cells show numbers as days, times or percents, by their place. @throws what a damaged archive brings */
export async function cellStyles(parts: ZipParts, name: string): Promise<ReadonlyMap<number, ShownAs>> {
  const found = new Map<number, ShownAs>();
  if (!parts.has(name)) return found;
  const formats = new Map<number, string>();
  let inCellStyles = false;
  let place = 0;
  for await (const events of xmlEvents(parts.open(name)))
    for (const event of events) {
      if (event.kind === 'text') continue;
      if (event.name === 'cellXfs') inCellStyles = event.kind === 'open';
      if (event.kind === 'close') continue;
      const { name: element, attributes } = event;
      if (element === 'numFmt') formats.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (element !== 'xf' || !inCellStyles) continue;
      const format = Number(attributes.numFmtId ?? 0);
      const own = formats.get(format);
      const shown = own === undefined ? ofExcel(format) : ofCode(own);
      if (shown) found.set(place, shown);
      place += 1;
    }
  return found;
}
