import { parse } from 'csv-parse/sync';
import { decodeText } from '#server/platform/csv/index.ts';
import { BANK_FILE_LIMITS, type BankFileProblem, type BankRefusal } from '#shared/api/console-reference.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { properApostrophes, toCyrillic, toLatinText } from '#shared/i18n/transliterate.ts';
import { isOneOf } from '#shared/text/index.ts';

export interface DirectoryBank {
  mfo: string;
  name: LocalizedText;
}

export interface BankFile {
  banks: DirectoryBank[];
  refused: { row: number; reason: BankRefusal; text: string }[];
  rows: number;
}

/** Names of columns as the directory and its copies write them, in any alphabet. */
const COLUMNS = {
  mfo: isOneOf(['mfo', 'kod', 'code', 'код мфо', 'mfo kodi', 'bank kodi', 'код банка', 'bank code']),
  uz: isOneOf(['bank nomi', 'nomi', 'name_uz', 'uz']),
  ru: isOneOf(['наименование', 'наименование банка', 'название', 'name_ru', 'ru']),
  en: isOneOf(['name_en', 'en']),
  /** In whichever language it is. */
  name: isOneOf(['name', 'bank', 'bank name']),
} as const;
type ColumnName = keyof typeof COLUMNS;

/** Letters of a name and of a row that is shown. */
const NAME_MAX = 200;
const TEXT_MAX = 200;

/** The columns that a header names; of a file without one the first is the name and the second the code. */
function columnsOf(header: readonly string[]): { places: Map<ColumnName, number>; named: boolean } {
  const places = new Map<ColumnName, number>();
  for (const [at, cell] of header.entries()) {
    const found = (Object.keys(COLUMNS) as ColumnName[]).find((name) => COLUMNS[name](cell));
    if (found && !places.has(found)) places.set(found, at);
  }
  if (places.has('mfo')) return { places, named: true };
  return {
    places: new Map<ColumnName, number>([
      ['name', 0],
      ['mfo', 1],
    ]),
    named: false,
  };
}

/** The directory names banks in one or more languages: what it leaves out is written in other letters, never translated. */
function nameOf(cell: (column: ColumnName) => string): LocalizedText | null {
  const any = cell('name');
  const isCyrillic = /\p{Script=Cyrillic}/u.test(any);
  const ru = cell('ru') || (isCyrillic ? any : '');
  const uz = properApostrophes(cell('uz') || (isCyrillic ? '' : any));
  const latin = /\p{Script=Cyrillic}/u.test(uz) ? toLatinText(uz) : uz || toLatinText(ru);
  if (latin.length < 2 || [latin, ru].some((text) => text.length > NAME_MAX)) return null;
  return { uz: latin, ru: ru || latin, 'uz-Cyrl': toCyrillic(latin), en: cell('en') || latin };
}

/** The sign that the first line has most of. */
const delimiterOf = (text: string): string => {
  const [first = ''] = text.split(/\r\n|\n|\r/, 1);
  const count = (sign: string): number => first.split(sign).length;
  return [';', '\t', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
};

/** A file of the directory: a CSV in UTF-8, UTF-16 or Windows-1251. Rows that are no bank are refused one by one. */
export function readBankFile(bytes: Uint8Array): BankFile | BankFileProblem {
  const text = decodeText(bytes).replace(/^\uFEFF/, '');
  if (text.trim() === '') return 'bank-file-empty';
  const records = parse(text, {
    ...{ delimiter: delimiterOf(text), relax_column_count: true, relax_quotes: true },
    ...{ skip_empty_lines: true, skip_records_with_error: true, info: true, max_record_size: 20_000 },
  }) as unknown as { record: string[]; info: { lines: number } }[];
  const [header] = records;
  if (!header || header.record.length < 2) return 'bank-file-columns';
  const { places, named } = columnsOf(header.record);
  if (named && !(['name', 'uz', 'ru'] as const).some((name) => places.has(name))) return 'bank-file-columns';
  const rows = named ? records.slice(1) : records;
  if (rows.length > BANK_FILE_LIMITS.rows) return 'bank-file-rows';
  const banks = new Map<string, DirectoryBank>();
  const refused: BankFile['refused'] = [];
  for (const { record, info } of rows) {
    const cell = (column: ColumnName): string => record[places.get(column) ?? -1]?.trim() ?? '';
    const reason = refusalOf(record, cell, banks);
    if (reason) refused.push({ row: info.lines, reason, text: record.join('; ').slice(0, TEXT_MAX) });
    else banks.set(codeOf(cell('mfo')), { mfo: codeOf(cell('mfo')), name: nameOf(cell)! });
  }
  // A table of something else: nothing in it looks like a bank.
  return banks.size === 0 ? 'bank-file-columns' : { banks: [...banks.values()], refused, rows: rows.length };
}

/** Spreadsheets drop the zeros that a code begins with. */
const codeOf = (text: string): string => (/^\d{3,5}$/.test(text) ? text.padStart(5, '0') : text);

function refusalOf(
  record: readonly string[],
  cell: (column: ColumnName) => string,
  known: ReadonlyMap<string, DirectoryBank>,
): BankRefusal | null {
  if (record.join('').includes('\uFFFD')) return 'damaged';
  if (record.length < 2) return 'columns';
  const mfo = codeOf(cell('mfo'));
  if (!/^\d{5}$/.test(mfo)) return 'mfo';
  if (!nameOf(cell)) return 'name';
  return known.has(mfo) ? 'twice' : null;
}
