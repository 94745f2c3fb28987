import { stringify } from 'csv-stringify/sync';
import { asText } from './cells.ts';
import { REASON_HEAD } from './heads.ts';

/** A row that was refused, as its file has it. */
export interface RefusedCells {
  line: number;
  cells: readonly string[];
  reason: string;
}

/**
 * A table of the refused rows alone, to be mended and sent again: their cells under their heads with the reason behind, which is
 * left out when the table comes back. No cell of it is a formula of a spreadsheet.
 * @param above rows that the file has above its heads and that count for all rows
 */
export function refusedRowsFile({
  heads,
  rows,
  above = [],
}: {
  heads: readonly string[];
  rows: readonly RefusedCells[];
  above?: readonly (readonly string[])[];
}): string {
  const padded = (cells: readonly string[]): string[] => heads.map((_, at) => asText(cells[at] ?? ''));
  return stringify(
    [
      ...above.map((cells) => cells.map(asText)),
      [...heads.map(asText), REASON_HEAD],
      ...rows.map(({ cells, line, reason }) => [
        ...padded(cells),
        ...cells.slice(heads.length).map(asText),
        asText(`${line}: ${reason}`),
      ]),
    ],
    { bom: true, delimiter: ';', record_delimiter: 'windows', relax_column_count: true } as never,
  );
}
