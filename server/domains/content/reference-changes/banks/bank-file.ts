import {
  openTable,
  placesOf,
  tableHeads,
  withoutNotes,
  type TableHeads,
  type TableRow,
} from '#server/platform/tables/index.ts';
import {
  BANK_FILE_LIMITS,
  type BankFileProblem,
  type BankRefusal,
} from '#shared/api/console/console-reference.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { properApostrophes, toCyrillic, toLatinText } from '#shared/i18n/transliterate.ts';
import { stripInvisible } from '#shared/text/index.ts';
import { bankCode } from '#shared/validation/bank-requisites.ts';

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
  mfo: ['mfo', 'kod', 'code', 'код мфо', 'mfo kodi', 'bank kodi', 'код банка', 'bank code'],
  uz: ['bank nomi', 'nomi', 'name_uz', 'uz'],
  ru: ['наименование', 'наименование банка', 'название', 'name_ru', 'ru'],
  en: ['name_en', 'en'],
  /** In whichever language it is. */
  name: ['name', 'bank', 'bank name'],
} as const;
type ColumnName = keyof typeof COLUMNS;
type Places = ReadonlyMap<ColumnName, readonly number[]>;

/** Of a file without heads the first column is the name and the second one the code. */
const UNNAMED: Places = new Map<ColumnName, readonly number[]>([
  ['name', [0]],
  ['mfo', [1]],
]);

/** Letters of a name and of a row that is shown. */
const NAME_MAX = 200;
const TEXT_MAX = 200;

/** The directory names banks in one or more languages: what it leaves out is written in other letters, never translated. */
function nameOf(cell: Cell): LocalizedText | null {
  const any = cell('name');
  const isCyrillic = /\p{Script=Cyrillic}/u.test(any);
  const ru = cell('ru') || (isCyrillic ? any : '');
  const uz = properApostrophes(cell('uz') || (isCyrillic ? '' : any));
  const latin = /\p{Script=Cyrillic}/u.test(uz) ? toLatinText(uz) : uz || toLatinText(ru);
  if (latin.length < 2 || [latin, ru].some((text) => text.length > NAME_MAX)) return null;
  return { uz: latin, ru: ru || latin, 'uz-Cyrl': toCyrillic(latin), en: cell('en') || latin };
}

/** What a row says in a column. */
type Cell = (column: ColumnName) => string;

function refusalOf(
  { fault }: TableRow,
  cells: readonly string[] | null,
  { cell, known }: { cell: Cell; known: ReadonlyMap<string, DirectoryBank> },
): BankRefusal | null {
  if (fault !== null && fault !== 'unfinished') return fault === 'damaged' ? 'damaged' : 'quote';
  if (!cells) return 'columns';
  const mfo = cell('mfo');
  if (!/^\d{5}$/.test(mfo)) return 'mfo';
  if (!nameOf(cell)) return 'name';
  return known.has(mfo) ? 'twice' : null;
}

/** The rows of a file; a problem: it has too many, or none. */
async function rowsOf(
  bytes: Uint8Array,
): Promise<{ rows: TableRow[]; heads: TableHeads; places: Places } | BankFileProblem> {
  const table = await openTable({ bytes }, { openQuote: 'line' });
  if (typeof table === 'string') return `bank-file-${table}`;
  const rows: TableRow[] = [];
  for await (const row of withoutNotes(table.rows())) {
    if (rows.length > BANK_FILE_LIMITS.rows) return 'bank-file-rows';
    rows.push(row);
  }
  if (rows.length === 0) return 'bank-file-empty';
  const heads = tableHeads(rows[0]!.cells, table.kind);
  const named = placesOf(heads.names, COLUMNS);
  if (!named.has('mfo')) return { rows, heads, places: UNNAMED };
  const hasName = (['name', 'uz', 'ru'] as const).some((name) => named.has(name));
  return hasName ? { rows: rows.slice(1), heads, places: named } : 'bank-file-columns';
}

/** A file of the directory: CSV or XLSX. Rows that are no bank are refused one by one. */
export async function readBankFile(bytes: Uint8Array): Promise<BankFile | BankFileProblem> {
  const file = await rowsOf(bytes);
  if (typeof file === 'string') return file;
  const { rows, heads, places } = file;
  if (rows.length > BANK_FILE_LIMITS.rows) return 'bank-file-rows';
  const banks = new Map<string, DirectoryBank>();
  const refused: BankFile['refused'] = [];
  for (const row of rows) {
    const cells = heads.under(row.cells);
    const cell: Cell = (column) => {
      const text = stripInvisible(cells?.[places.get(column)?.[0] ?? -1] ?? '').trim();
      return column === 'mfo' ? bankCode(text) : text;
    };
    const reason = refusalOf(row, cells, { cell, known: banks });
    if (reason) refused.push({ row: row.line, reason, text: row.text.slice(0, TEXT_MAX) });
    else banks.set(cell('mfo'), { mfo: cell('mfo'), name: nameOf(cell)! });
  }
  // A table of something else: nothing in it looks like a bank.
  return banks.size === 0 ? 'bank-file-columns' : { banks: [...banks.values()], refused, rows: rows.length };
}
