import { isDamaged } from '../cells.ts';
import { ROW_LETTERS, type TableRow } from '../table-row.ts';
import { xmlEvents, type XmlEvent } from '../xml-events.ts';
import { columnOf, dateText, numberText, percentText, plainText } from './cell-values.ts';
import type { ShownAs } from './styles.ts';

/** Cells of a row; a sheet has at most so many that are filled on purpose. */
const COLUMNS_MAX = 1_000;

export interface SheetTexts {
  shared: readonly string[];
  styles: ReadonlyMap<number, ShownAs>;
  is1904: boolean;
}

interface OpenCell {
  at: number;
  type: string;
  style: number;
  text: string;
}

function textOf({ type, style, text }: OpenCell, { shared, styles, is1904 }: SheetTexts): string {
  if (type === 's') return shared[Number(text)] ?? '\uFFFD';
  if (type === 'inlineStr' || type === 'str') return plainText(text).trim();
  if (type === 'd') return text.replace('T', ' ').trim();
  if (type === 'n' || type === '') {
    const written = text.trim();
    if (written === '') return '';
    const shown = styles.get(style);
    if (shown === 'day') return dateText(written, is1904);
    return shown === 'percent' ? percentText(written) : numberText(written);
  }
  // A formula without a result (`e`) has a word of its own; `b` is 1 or 0.
  return text.trim();
}

/** Collects the rows of a sheet from what its document says. */
function rowCollector(texts: SheetTexts) {
  let line = 0;
  let cells: string[] = [];
  let nextAt = 0;
  let tooLong = false;
  let cell: OpenCell | null = null;
  let isValue = false;
  let phonetic = false;

  const opened = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'row') {
      const given = Number(attributes.r);
      line = Number.isSafeInteger(given) && given > line ? given : line + 1;
      [cells, nextAt, tooLong] = [[], 0, false];
    } else if (name === 'c') {
      const at = columnOf(attributes.r) ?? nextAt;
      cell = { at, type: attributes.t ?? '', style: Number(attributes.s ?? 0), text: '' };
      nextAt = at + 1;
    } else if (name === 'rPh') phonetic = true;
    else isValue = cell !== null && (name === 'v' || name === 't');
  };

  const closed = (name: string): boolean => {
    isValue = false;
    if (name === 'rPh') phonetic = false;
    if (name === 'c' && cell) {
      const text = textOf(cell, texts);
      if (cell.at >= COLUMNS_MAX) tooLong ||= text !== '';
      else {
        while (cells.length < cell.at) cells.push('');
        cells[cell.at] = text;
      }
      cell = null;
    }
    return name === 'row';
  };

  return {
    /** The row that ends with this; null: none does, or it is empty. */
    take(event: XmlEvent): Omit<TableRow, 'readBytes'> | null {
      if (event.kind === 'open') opened(event.name, event.attributes);
      else if (event.kind === 'text') {
        if (cell && isValue && !phonetic && cell.text.length <= ROW_LETTERS) cell.text += event.text;
      } else if (closed(event.name)) {
        while (cells.at(-1) === '') cells.pop();
        if (cells.length === 0 && !tooLong) return null;
        const text = cells.join(';');
        const fault =
          tooLong || text.length > ROW_LETTERS ? 'row-too-long' : isDamaged(text) ? 'damaged' : null;
        return { line, lastLine: line, cells, text, fault };
      }
      return null;
    },
    line: () => line,
  };
}

/** Rows of a sheet in their order; a document that is damaged midway ends with a damaged row. */
export async function* sheetRows(
  chunks: AsyncIterable<Uint8Array>,
  texts: SheetTexts,
  fileBytes: number,
): AsyncGenerator<TableRow> {
  const collector = rowCollector(texts);
  try {
    for await (const events of xmlEvents(chunks)) {
      for (const event of events) {
        const row = collector.take(event);
        if (row) yield { ...row, readBytes: fileBytes };
      }
    }
  } catch {
    // Not retried: the sheet ends here, and nothing after it can be read.
    const line = collector.line() + 1;
    yield { line, lastLine: line, cells: [], text: '', fault: 'damaged', readBytes: fileBytes };
  }
}
