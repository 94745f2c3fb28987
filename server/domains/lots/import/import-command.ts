import { access } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { ReferenceService } from '#server/domains/reference/index.ts';
import type { LotsRepository } from '../lots.repository.ts';
import { NotThisTable } from './csv-file.ts';
import { lotsOfCsv } from './from-csv.ts';
import { importLots, type ImportReport } from './import-lots.ts';
import { REFUSALS, type Refusal } from './read-row.ts';
import { SYNTHETIC_MAX, syntheticLots } from './synthetic-lots.ts';

export const IMPORT_LOTS_HELP = `import-lots FILE.csv | --synthetic N [--seed S]  [--start-at ISO] [--dry-run] [--json]
  Publishes lots in bulk and says which rows were refused and why; loading again adds nothing.
  FILE.csv       a table of the state platform (lot_id, title, start_price, …); it may also have the columns
                 quantity, first_part_percent and order_end_time, the end of a sale at a fixed price
  --synthetic N  N invented lots for load tests instead of a file, always the same for one --seed (default 1)
  --start-at     moves all dates together so that the earliest start is there (2027-01-15T10:00:00+05:00)
  --dry-run      only says what would be loaded
  --json         the report as one JSON object on the last line`;

export interface ImportCommandDeps {
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
    dryRun: values['dry-run'],
    json: values.json,
  };
}

function printReport(report: ImportReport, wish: Wish, out: ImportCommandDeps['out']): void {
  for (const { line, number, reasons, detail } of report.refusedRows)
    out.line(
      `line ${line}${number ? `, lot ${number}` : ''}: ${reasons.map((why) => REFUSALS[why]).join('; ')}${detail ? ` (${detail})` : ''}`,
    );
  out.line(
    `${report.rows} rows: ${report.loaded} ${wish.dryRun ? 'would be loaded' : 'loaded'}, ` +
      `${report.alreadyThere} there already, ${report.refused} refused`,
  );
  for (const [why, count] of Object.entries(report.refusedByReason).sort((a, b) => b[1] - a[1]))
    out.line(`  ${String(count).padStart(6)}  ${why}: ${REFUSALS[why as Refusal]}`);
  if (report.withoutArea > 0)
    out.line(`${report.withoutArea} loaded lots have no district of the classifier`);
  if (wish.json) out.line(JSON.stringify(report));
}

/** Exit code: 0 when the table was read, whatever was refused; 1 when it cannot be; 2 for a wrong call. */
export async function runImportLotsCommand(
  args: readonly string[],
  { lots, reference, out, now = () => new Date() }: ImportCommandDeps,
): Promise<number> {
  const at = now();
  const wish = readWish(args, at);
  if ('problem' in wish) {
    out.error(`${wish.problem}\n${IMPORT_LOTS_HELP}`);
    return 2;
  }
  try {
    if (wish.file !== null) await access(wish.file);
    const source =
      wish.file === null
        ? syntheticLots(
            { count: wish.synthetic, seed: wish.seed, startAt: wish.startAt, now: at },
            { lots, reference },
          )
        : lotsOfCsv(wish.file, { startAt: wish.startAt, now: at }, { lots, reference });
    printReport(await importLots(source, { lots, reference }, wish.dryRun), wish, out);
    return 0;
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    // Not retried: another file is needed. Any other error is a fault.
    if (!(error instanceof NotThisTable) && !/^(ENOENT|EISDIR|EACCES|CSV_)/.test(code)) throw error;
    out.error(`${wish.file}: ${(error as Error).message}`);
    return 1;
  }
}
