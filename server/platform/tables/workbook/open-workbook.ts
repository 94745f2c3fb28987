import type { TableProblem } from '#shared/api/tables.ts';
import type { TableRow } from '../table-row.ts';
import type { TableSource } from '../table-source.ts';
import { xmlEvents } from '../xml-events.ts';
import { plainText } from './cell-values.ts';
import { sheetRows, type SheetTexts } from './sheet-rows.ts';
import { cellStyles } from './styles.ts';
import { zipParts, type ZipParts } from './zip-parts.ts';

/** Letters of all texts that cells share: they are in memory while the sheet is read. */
const SHARED_LETTERS = 32 * 1024 * 1024;
/** What a text takes beside its letters, in letters: empty ones are no way round the limit. */
const TEXT_COST = 16;
const BOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

export interface Workbook {
  rows(): AsyncGenerator<TableRow>;
  close(): void;
}

/** A part by the address that another one gives it. */
const partAt = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;

interface Book {
  /** Names of the parts of its sheets that are shown. */
  sheets: string[];
  is1904: boolean;
  shared: string | null;
  styles: string | null;
}

async function readBook(parts: ZipParts): Promise<Book> {
  const targets = new Map<string, string>();
  const book: Book = { sheets: [], is1904: false, shared: null, styles: null };
  for await (const events of xmlEvents(parts.open(RELATIONS)))
    for (const event of events)
      if (event.kind === 'open' && event.name === 'Relationship') {
        const { Id = '', Type = '', Target = '' } = event.attributes;
        targets.set(Id, partAt(Target));
        if (Type.endsWith('/sharedStrings')) book.shared = partAt(Target);
        if (Type.endsWith('/styles')) book.styles = partAt(Target);
      }
  for await (const events of xmlEvents(parts.open(BOOK)))
    for (const event of events) {
      if (event.kind !== 'open') continue;
      if (event.name === 'workbookPr') book.is1904 = /^(?:1|true)$/.test(event.attributes.date1904 ?? '');
      const target = event.name === 'sheet' ? targets.get(event.attributes.id ?? '') : undefined;
      const isShown = (event.attributes.state ?? 'visible') === 'visible';
      if (target !== undefined && isShown && parts.has(target)) book.sheets.push(target);
    }
  return book;
}

/** Texts that cells share; null: they are more than is held in memory. */
async function sharedTexts(parts: ZipParts, name: string | null): Promise<string[] | null> {
  const texts: string[] = [];
  if (name === null || !parts.has(name)) return texts;
  let letters = 0;
  let text = '';
  let isText = false;
  let phonetic = false;
  for await (const events of xmlEvents(parts.open(name)))
    for (const event of events) {
      if (event.kind === 'text') {
        if (isText && !phonetic) text += event.text;
        continue;
      }
      if (event.name === 'rPh') phonetic = event.kind === 'open';
      if (event.name === 't') isText = event.kind === 'open';
      if (event.name !== 'si') continue;
      if (event.kind === 'close') {
        letters += text.length + TEXT_COST;
        if (letters > SHARED_LETTERS) return null;
        texts.push(plainText(text).trim());
      }
      text = '';
    }
  return texts;
}

/** An XLSX, of which the first shown sheet that holds anything is read. */
export async function openWorkbook(source: TableSource, fileBytes: number): Promise<Workbook | TableProblem> {
  let parts: ZipParts | 'workbook-size';
  try {
    parts = await zipParts(source);
  } catch {
    // Not retried: it is no archive that can be read, and another file is needed.
    return 'workbook';
  }
  if (typeof parts === 'string') return parts;
  const opened = parts;
  try {
    const book = await readBook(opened);
    const shared = await sharedTexts(opened, book.shared);
    const styles = await cellStyles(opened, book.styles ?? '');
    if (shared === null || book.sheets.length === 0) {
      opened.close();
      return shared === null ? 'workbook-size' : 'workbook';
    }
    const texts: SheetTexts = { shared, styles, is1904: book.is1904 };
    return {
      async *rows() {
        for (const sheet of book.sheets) {
          let isFilled = false;
          for await (const row of sheetRows(opened.open(sheet), texts, fileBytes)) {
            isFilled = true;
            yield row;
          }
          if (isFilled) return;
        }
      },
      close: () => opened.close(),
    };
  } catch {
    // Not retried: a part of it is damaged, and another file is needed.
    opened.close();
    return 'workbook';
  }
}
