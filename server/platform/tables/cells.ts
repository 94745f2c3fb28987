/** A character that the encoding does not have, or a control character: the row is damaged. */
export const isDamaged = (text: string): boolean => /(?![\t\n\f\r])[\p{Cc}\uFFFD]/u.test(text);

/** What a spreadsheet takes for the begin of a formula, in ASCII and full width. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A cell that no spreadsheet takes for a formula; `cellText` takes the mark away again. */
export const asText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** What a cell holds: without the marks by which spreadsheets say that it is text. */
function cellText(written: string): string {
  const text = written.trim();
  const figures = /^="([^"]*)"$/.exec(text)?.[1];
  if (figures !== undefined) return figures.trim();
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

/** Cells of a record; null: a quote is open at its end. */
export function cellsOf(text: string, delimiter: string): { cells: string[]; broken: boolean } | null {
  const cells: string[] = [];
  let broken = false;
  let at = 0;
  for (;;) {
    // `="017"`: quoted as a formula, so that a spreadsheet keeps the zero.
    const quoteAt = text.startsWith('="', at) ? at + 1 : at;
    if (text[quoteAt] === '"') {
      let cell = '';
      let from = quoteAt + 1;
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
      cells.push(cellText(cell + rest));
      if (next < 0) return { cells, broken };
      at = next + delimiter.length;
      continue;
    }
    const next = text.indexOf(delimiter, at);
    cells.push(cellText(text.slice(at, next < 0 ? undefined : next)));
    if (next < 0) return { cells, broken };
    at = next + delimiter.length;
  }
}

const DELIMITERS = [';', '\t', ',', '|'] as const;
const SEP = /^\s*"?sep=(.)"?\s*$/i;

/** The sign that a line `sep=;` names, which spreadsheets write and read above a table. */
export const namedDelimiter = (line: string): string | null => SEP.exec(line)?.[1] ?? null;

/**
 * The sign that separates the cells of these lines: the one by which most of them have the same number of cells, and the more
 * the better. Commas are decimals too, and rows have them here and there.
 */
export function delimiterOf(lines: readonly string[]): string {
  const weightOf = (sign: string): number => {
    const widths = new Map<number, number>();
    for (const line of lines) {
      const width = cellsOf(line, sign)?.cells.length ?? 1;
      if (width > 1) widths.set(width, (widths.get(width) ?? 0) + 1);
    }
    return Math.max(0, ...[...widths].map(([width, count]) => (width - 1) * count));
  };
  return DELIMITERS.reduce((best, sign) => (weightOf(sign) > weightOf(best) ? sign : best));
}
