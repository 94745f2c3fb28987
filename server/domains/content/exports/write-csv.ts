import { stringify } from 'csv-stringify/sync';
import { TIYIN_PER_SUM } from '#shared/money/money.ts';
import { dayText, tashkentDateTime } from '#shared/time/tashkent.ts';
import type { ExportColumn, ExportValue } from '#server/platform/modules/index.ts';
import type { ExportTable } from './export-table.ts';

/** `1234567,89`, exact: a point would make spreadsheets here read `12.05` as the twelfth of May. */
function decimalSum(tiyin: number): string {
  const whole = Math.trunc(Math.abs(tiyin) / TIYIN_PER_SUM);
  const rest = String(Math.abs(tiyin) % TIYIN_PER_SUM).padStart(2, '0');
  return `${tiyin < 0 ? '-' : ''}${whole},${rest}`;
}

/**
 * What a spreadsheet takes for the begin of a formula, in ASCII and full width: at the begin of a text, and behind what a
 * spreadsheet that splits elsewhere takes for the end of a cell.
 */
const FORMULA = /(?<=^|[;,\t\r\n]"*)[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/g;
const escaped = (text: string): string => text.replace(FORMULA, "'$&");

function textOf(value: ExportValue | undefined, kind: ExportColumn['kind']): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return tashkentDateTime(value.getTime());
  if (kind === 'day') return dayText(String(value));
  if (kind === 'money') return decimalSum(Number(value));
  return kind === 'number' ? String(value) : escaped(String(value));
}

/**
 * Every cell in quotes behind a byte order mark, `;` between them, as spreadsheets in Uzbekistan split and write; batch by
 * batch. A text that a spreadsheet would take for a formula is escaped. Times are in Tashkent time.
 */
export async function* writeCsv({ heads, columns, batches }: ExportTable): AsyncGenerator<string> {
  const cells = { delimiter: ';', quoted: true, quoted_empty: true, record_delimiter: 'windows' } as const;
  yield stringify([heads.map(escaped)], { ...cells, bom: true });
  for await (const rows of batches)
    if (rows.length > 0)
      yield stringify(
        rows.map((row) => columns.map(({ key, kind }) => textOf(row[key], kind))),
        cells,
      );
}
