import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { asText } from './cells.ts';
import { REASON_HEAD } from './heads.ts';

/** A row that was refused, as its file has it. */
export interface RefusedCells {
  line: number;
  cells: readonly string[];
  reason: string;
}

/** Rows of a part; after each, others in the process get their turn. */
const PART = 500;
const FORMAT = { delimiter: ';', record_delimiter: 'windows' } as const;

/**
 * A table of the refused rows alone, to be mended and sent again: their cells under their heads with the reason behind, which is
 * left out when the table comes back. No cell of it is a formula of a spreadsheet.
 * @param above rows that the file has above its heads and that count for all rows
 */
export async function refusedRowsFile({
  heads,
  rows,
  above = [],
}: {
  heads: readonly string[];
  rows: AsyncIterable<RefusedCells> | Iterable<RefusedCells>;
  above?: readonly (readonly string[])[];
}): Promise<string> {
  const start = [...above.map((cells) => cells.map(asText)), [...heads.map(asText), REASON_HEAD]];
  let text = stringify(start, { ...FORMAT, bom: true });
  let part: string[][] = [];
  for await (const { cells, line, reason } of rows) {
    const padded = heads.map((_, at) => asText(cells[at] ?? ''));
    // The reason is below its head: what is more than the heads is behind it.
    part.push([...padded, asText(`${line}: ${reason}`), ...cells.slice(heads.length).map(asText)]);
    if (part.length < PART) continue;
    text += stringify(part, FORMAT);
    part = [];
    await setImmediate();
  }
  return text + stringify(part, FORMAT);
}
