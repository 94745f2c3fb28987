import { stringify } from 'csv-stringify/sync';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { TIYIN_PER_SUM, tiyinToSum } from '#shared/money/money.ts';
import { tashkentDateTime } from '#shared/time/tashkent.ts';
import type { ExportColumn, ExportValue } from '#server/platform/modules/index.ts';

export interface ExportTable {
  title: string;
  /** Heads in the person's language. */
  heads: readonly string[];
  columns: readonly ExportColumn[];
  rows: readonly Readonly<Record<string, ExportValue>>[];
}

const WIDTHS: Record<ExportColumn['kind'], number> = { text: 32, number: 12, money: 20, time: 20 };
/** Excel refuses longer sheet names and these characters in them. */
const SHEET_NAME_MAX = 31;
const sheetName = (title: string): string => title.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, SHEET_NAME_MAX);

const timeText = (at: Date): string => tashkentDateTime(at.getTime());

/** `1234567.89`, exact. */
function decimalSum(tiyin: number): string {
  const whole = Math.trunc(Math.abs(tiyin) / TIYIN_PER_SUM);
  const rest = String(Math.abs(tiyin) % TIYIN_PER_SUM).padStart(2, '0');
  return `${tiyin < 0 ? '-' : ''}${whole}.${rest}`;
}

/** Texts are written as text cells, so that a spreadsheet evaluates no formula in user input. Times are in Tashkent time. */
export async function writeXlsx({ title, heads, columns, rows }: ExportTable): Promise<Buffer> {
  const cellOf = (value: ExportValue | undefined, kind: ExportColumn['kind']) => {
    if (value === null || value === undefined) return null;
    if (kind === 'money') return { type: Number, value: tiyinToSum(Number(value)), format: '#,##0.00' };
    if (kind === 'number') return { type: Number, value: Number(value) };
    return { type: String, value: value instanceof Date ? timeText(value) : String(value) };
  };
  const data = [
    heads.map((head) => ({ type: String, value: head, fontWeight: 'bold' as const })),
    ...rows.map((row) => columns.map(({ key, kind }) => cellOf(row[key], kind))),
  ] as SheetData;
  const sheet = {
    sheet: sheetName(title),
    columns: columns.map(({ kind }) => ({ width: WIDTHS[kind] })),
    stickyRowsCount: 1,
  };
  return writeXlsxFile(data, sheet).toBuffer();
}

/** RFC 4180 with a byte order mark; cells that a spreadsheet would take for a formula are escaped. */
export function writeCsv({ heads, columns, rows }: ExportTable): Buffer {
  const textOf = (value: ExportValue | undefined, kind: ExportColumn['kind']): string => {
    if (value === null || value === undefined) return '';
    if (value instanceof Date) return timeText(value);
    return kind === 'money' ? decimalSum(Number(value)) : String(value);
  };
  const records = [heads, ...rows.map((row) => columns.map(({ key, kind }) => textOf(row[key], kind)))];
  return Buffer.from(
    stringify(
      records.map((record) => [...record]),
      { bom: true, escape_formulas: true, record_delimiter: 'windows' },
    ),
  );
}
