import { NotInRuleSet } from '#server/domains/content/reference/index.ts';
import type { NewLotRow } from '../lot-tables.ts';
import { frozenLot, type NewLot, type PlaceNames, type TermsSource } from '../lots.publish.ts';
import type { LotsRepository } from '../lots.repository.ts';
import type { Refusal } from './read-row.ts';

/** Lots per statement; more would exceed PostgreSQL's limit of parameters. */
const BATCH = 500;

export interface RefusedRow {
  line: number;
  /** As the file has them. */
  cells: readonly string[];
  /** The lot's number in the file, as written; empty where the row cannot be read. */
  number: string;
  reasons: readonly Refusal[];
  /** Message of a rule set that does not allow such terms. */
  detail?: string;
}

export interface ImportReport {
  /** Rows read, without the header. */
  rows: number;
  /** Lots added; with a dry run, those that would be. */
  loaded: number;
  /** Lots that existed before, or occur twice in the file. */
  alreadyThere: number;
  /** Rows refused; a row may have several reasons, each counted below. */
  refused: number;
  refusedByReason: Partial<Record<Refusal, number>>;
  /** Loaded lots whose district or town is not in the classifier: they have a region only. */
  withoutArea: number;
  refusedRows: RefusedRow[];
}

/** One row of the source: a lot, or the reasons why it is not one. */
export interface ReadLot {
  line: number;
  /** Of its file; an invented lot has none. */
  cells?: readonly string[];
  number: string;
  lot: NewLot | readonly Refusal[];
  /** Of an invented lot: its outcome, if its trade is over. */
  past?: Partial<NewLotRow>;
}

export interface ImportDeps {
  lots: LotsRepository;
  reference: TermsSource;
}

/** Memoises reads: a file of thousands of rows names a few rule sets, regions and districts. */
function remembering({ lots, reference }: ImportDeps): { places: PlaceNames; terms: TermsSource } {
  const answers = new Map<string, Promise<unknown>>();
  const once = <Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const known = answers.get(key) ?? ask();
    answers.set(key, known);
    return known as Promise<Answer>;
  };
  return {
    places: {
      placeNames: (regionId, areaId) =>
        once(`place ${regionId} ${areaId}`, () => lots.placeNames(regionId, areaId)),
    },
    terms: {
      categories: () => once('categories', () => reference.categories()),
      ruleSetToFreeze: (name, at) =>
        once(`rules ${name} ${at.getTime()}`, () => reference.ruleSetToFreeze(name, at)),
      workingCalendar: () => once('calendar', () => reference.workingCalendar()),
      baseAmountToFreeze: (at) => once(`base ${at.getTime()}`, () => reference.baseAmountToFreeze(at)),
    },
  };
}

/**
 * Publishes lots in bulk, each by the rule set in force, and reports the result of every row. Loading the same lots
 * again adds nothing. A failure midway leaves complete batches, which the next run skips.
 */
export async function importLots(
  source: AsyncIterable<ReadLot>,
  deps: ImportDeps,
  dryRun: boolean,
): Promise<ImportReport> {
  const { places, terms } = remembering(deps);
  const report: ImportReport = {
    rows: 0,
    loaded: 0,
    alreadyThere: 0,
    refused: 0,
    refusedByReason: {},
    withoutArea: 0,
    refusedRows: [],
  };
  const seen = new Set<string>();
  let batch: NewLotRow[] = [];

  const refuse = (row: RefusedRow): void => {
    report.refused += 1;
    report.refusedRows.push(row);
    for (const reason of row.reasons)
      report.refusedByReason[reason] = (report.refusedByReason[reason] ?? 0) + 1;
  };
  const write = async (batch: readonly NewLotRow[]): Promise<void> => {
    const ids = batch.map((row) => String(row.outside_id));
    const there = dryRun ? new Set(await deps.lots.outsideIdsOf(ids)) : null;
    const added = new Set(there ? ids.filter((id) => !there.has(id)) : await deps.lots.insertMany(batch));
    const loaded = batch.filter((row) => added.has(String(row.outside_id)));
    report.loaded += loaded.length;
    report.alreadyThere += batch.length - loaded.length;
    report.withoutArea += loaded.filter((row) => row.area_id === null).length;
  };
  // One batch is written while the next is prepared.
  let writing: Promise<void> = Promise.resolve();
  const hand = async (): Promise<void> => {
    await writing;
    writing = write(batch);
    // Awaited before the next write, which gets the error; until then it must not count as unhandled.
    writing.catch(() => undefined);
    batch = [];
  };

  for await (const { line, cells = [], number, lot, past } of source) {
    report.rows += 1;
    if (isRefused(lot)) {
      refuse({ line, cells, number, reasons: lot });
      continue;
    }
    const id = String(lot.outsideId);
    if (seen.has(id)) {
      report.alreadyThere += 1;
      continue;
    }
    seen.add(id);
    try {
      batch.push({ ...(await frozenLot(places, terms, lot)), ...past });
    } catch (error) {
      // Not retried: the same terms would be refused again. Any other error ends the run.
      if (!(error instanceof NotInRuleSet)) throw error;
      refuse({ line, cells, number, reasons: ['terms'], detail: error.message });
    }
    if (batch.length >= BATCH) await hand();
  }
  await hand();
  await writing;
  return report;
}

const isRefused = (lot: NewLot | readonly Refusal[]): lot is readonly Refusal[] => Array.isArray(lot);
