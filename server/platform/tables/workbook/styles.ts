import { xmlEvents } from '../xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

/** Formats of Excel that show a day, a time or both. */
const DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);

/** A format shows a day or a time: letters of dates outside quoted words, colours and conditions. */
const isDateFormat = (code: string): boolean =>
  /[dmyhs]/i.test(
    code
      .replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '')
      .split(';')[0]!
      .replace(/general/gi, ''),
  );

/** Which styles of cells show numbers as days and times, by their place. @throws what a damaged archive brings */
export async function dateStyles(parts: ZipParts, name: string): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
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
      if (own === undefined ? DATES.has(format) : isDateFormat(own)) found.add(place);
      place += 1;
    }
  return found;
}
