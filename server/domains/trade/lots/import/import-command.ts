import { access, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { refusedRowsFile } from '#server/platform/tables/index.ts';
import type { LotsRepository } from '../lots.repository.ts';
import { importLots, type ImportReport, type RefusedRow } from './import-lots.ts';
import { NotThisTable, openLotTable } from './lot-table.ts';
import { lotsOfTable } from './lots-of-table.ts';
import { REFUSALS, type Refusal } from './read-row.ts';
import { noTakingOver } from './taking-over.ts';
import { SYNTHETIC_MAX, syntheticLots } from './synthetic-lots.ts';

const IMPORT_LOTS_HELP = `import-lots FILE | --synthetic N [--seed S]  [--start-at ISO] [--refused FILE] [--dry-run] [--json]
  Publishes lots in bulk and says which rows were refused and why; loading again adds nothing.
  FILE           CSV or XLSX: a table of the state platform (lot_id, title, start_price, …); it may also have the columns
                 quantity, first_part_percent and order_end_time, the end of a sale at a fixed price
  --synthetic N  N invented lots for load tests instead of a file, always the same for one --seed (default 1)
  --start-at     moves all dates together so that the earliest start is there (2027-01-15T10:00:00+05:00)
  --refused      writes the refused rows with their reasons to a CSV, to be mended and loaded
  --dry-run      only says what would be loaded
  --json         the report as one JSON object on the last line`;

export interface ImportCommandDeps {
  installed: boolean;
  lots: LotsRepository;
  reference: ReferenceService;
  out: { line(text: string): void; error(text: string): void };
  now?: () => Date;
}

interface Wish {
  file: string | null;
  synthetic: number;
  seed: number;
  startAt: Date | null;
  refused: string | null;
  dryRun: boolean;
  json: boolean;
}

const whole = (text: string, max: number): number | null =>
  /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : null;

/** With its offset from UTC; a time alone would be read as this machine's. */
const instant = z.iso.datetime({ offset: true });
const LATEST_YEAR_MS = Date.UTC(2100, 0, 1);

function readWish(args: readonly string[], now: Date): Wish | { problem: string } {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        synthetic: { type: 'string' },
        seed: { type: 'string', default: '1' },
        'start-at': { type: 'string' },
        refused: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    // Not retried: an unknown option, reported to the caller.
    return { problem: (error as Error).message };
  }
  const { values, positionals } = parsed;
  if (positionals.length + (values.synthetic === undefined ? 0 : 1) !== 1)
    return { problem: 'one file, or --synthetic N' };
  const synthetic = values.synthetic === undefined ? 0 : whole(values.synthetic, SYNTHETIC_MAX);
  if (synthetic === null) return { problem: `--synthetic is a whole number from 1 to ${SYNTHETIC_MAX}` };
  if (values.refused !== undefined && values.synthetic !== undefined)
    return { problem: '--refused is for rows of a file' };
  const seed = whole(values.seed, 999_999_999);
  if (seed === null) return { problem: '--seed is a whole number from 1' };
  const written = values['start-at'];
  const startAt = written === undefined ? null : new Date(instant.safeParse(written).data ?? Number.NaN);
  if (startAt && !(startAt.getTime() <= LATEST_YEAR_MS))
    return { problem: '--start-at is a date and time with its offset: 2027-01-15T10:00:00+05:00' };
  if (startAt && startAt <= now) return { problem: '--start-at is over' };
  return {
    file: positionals[0] ?? null,
    synthetic,
    seed,
    startAt,
    refused: values.refused ?? null,
    dryRun: values['dry-run'],
    json: values.json,
  };
}

const reasonOf = ({ reasons, detail }: RefusedRow): string =>
  `${reasons.map((why) => REFUSALS[why]).join('; ')}${detail ? ` (${detail})` : ''}`;

function printReport(report: ImportReport, wish: Wish, out: ImportCommandDeps['out']): void {
  for (const row of report.refusedRows)
    out.line(`line ${row.line}${row.number ? `, lot ${row.number}` : ''}: ${reasonOf(row)}`);
  out.line(
    `${report.rows} rows: ${report.loaded} ${wish.dryRun ? 'would be loaded' : 'loaded'}, ` +
      `${report.alreadyThere} there already, ${report.refused} refused`,
  );
  for (const [why, count] of Object.entries(report.refusedByReason).sort((a, b) => b[1] - a[1]))
    out.line(`  ${String(count).padStart(6)}  ${why}: ${REFUSALS[why as Refusal]}`);
  if (report.withoutArea > 0)
    out.line(`${report.withoutArea} loaded lots have no district of the classifier`);
  if (wish.json) {
    const refusedRows = report.refusedRows.map(({ cells: _cells, ...row }) => row);
    out.line(JSON.stringify({ ...report, refusedRows }));
  }
}

/** Exit code: 0 when the table was read, whatever was refused; 1 when it cannot be; 2 for a wrong call. */
export async function runImportLotsCommand(
  args: readonly string[],
  { installed, lots, reference, out, now = () => new Date() }: ImportCommandDeps,
): Promise<number> {
  const at = now();
  const wish = readWish(args, at);
  if ('problem' in wish) {
    out.error(`${wish.problem}\n${IMPORT_LOTS_HELP}`);
    return 2;
  }
  const refused = await noTakingOver({ installed, lots });
  if (refused !== null) {
    out.error(refused);
    return 1;
  }
  try {
    if (wish.file !== null) await access(wish.file);
    const table = wish.file === null ? null : await openLotTable(wish.file);
    const source = table
      ? lotsOfTable(table, { startAt: wish.startAt, now: at }, { lots, reference })
      : syntheticLots(
          { count: wish.synthetic, seed: wish.seed, startAt: wish.startAt, now: at },
          { lots, reference },
        );
    const report = await importLots(source, { lots, reference }, wish.dryRun);
    if (table && wish.refused !== null) {
      const rows = report.refusedRows.map((row) => ({ ...row, reason: reasonOf(row) }));
      await writeFile(wish.refused, await refusedRowsFile({ heads: table.heads, rows }));
    }
    printReport(report, wish, out);
    return 0;
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    // Not retried: another file is needed. Any other error is a fault.
    if (!(error instanceof NotThisTable) && !/^(ENOENT|EISDIR|EACCES)/.test(code)) throw error;
    out.error(`${wish.file}: ${(error as Error).message}`);
    return 1;
  }
}
