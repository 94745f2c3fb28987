/** A record of a CSV file: a line, or several where a quoted cell has line breaks. */
export interface CsvRecord {
  /** Line of the file on which it begins, from 1. */
  row: number;
  cells: string[];
  text: string;
  /** A quote that is not closed, or something after the closing one. */
  broken: boolean;
  /** The file ends without a line break after it. */
  unfinished: boolean;
}

/** Lines that a quoted cell may have; a quote that is open for longer was opened by mistake. */
const QUOTED_LINES_MAX = 20;

/** A character that the encoding does not have, or a control character: the row is damaged. */
export const isDamaged = (text: string): boolean => /(?![\t\n\f\r])[\p{Cc}\uFFFD]/u.test(text);

/** Cells of a record; null: a quote is open at its end. */
export function cellsOf(text: string, delimiter: string): { cells: string[]; broken: boolean } | null {
  const cells: string[] = [];
  let broken = false;
  let at = 0;
  for (;;) {
    if (text[at] === '"') {
      let cell = '';
      let from = at + 1;
      for (;;) {
        const quote = text.indexOf('"', from);
        if (quote < 0) return null;
        cell += text.slice(from, quote);
        from = quote + 1;
        if (text[from] !== '"') break;
        cell += '"';
        from += 1;
      }
      const next = text.indexOf(delimiter, from);
      const rest = text.slice(from, next < 0 ? undefined : next);
      if (rest.trim() !== '') broken = true;
      cells.push((cell + rest).trim());
      if (next < 0) return { cells, broken };
      at = next + delimiter.length;
      continue;
    }
    const next = text.indexOf(delimiter, at);
    cells.push(text.slice(at, next < 0 ? undefined : next).trim());
    if (next < 0) return { cells, broken };
    at = next + delimiter.length;
  }
}

/** Records in their order; none is left out but empty lines. A quote that is never closed breaks its own line only. */
export function* csvRecords(text: string, delimiter: string): Generator<CsvRecord> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const last = lines.length - 1;
  for (let at = 0; at < lines.length; at += 1) {
    const first = lines[at]!;
    if (first.trim() === '') continue;
    let whole = first;
    let end = at;
    let found = cellsOf(whole, delimiter);
    while (!found && end < last && end - at < QUOTED_LINES_MAX) {
      end += 1;
      whole += `\n${lines[end]!}`;
      found = cellsOf(whole, delimiter);
    }
    if (found) {
      yield { row: at + 1, ...found, text: whole, unfinished: end === last };
      at = end;
    } else yield { row: at + 1, cells: [first], text: first, broken: true, unfinished: at === last };
  }
}

/** The sign that separates cells: the one that most of the first lines have most of. */
export function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\n|\r/)
    .slice(0, 50);
  const count = (sign: string) =>
    lines.reduce((sum, line) => sum + Math.min(line.split(sign).length - 1, 30), 0);
  // Commas are also decimals: they separate only where nothing else does.
  const [best] = [';', '\t', ','].toSorted((one, other) => weight(other) - weight(one));
  function weight(sign: string): number {
    return count(sign) * (sign === ',' ? 0.4 : 1);
  }
  return best!;
}
