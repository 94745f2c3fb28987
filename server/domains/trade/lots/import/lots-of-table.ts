import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { LotsRepository } from '../lots.repository.ts';
import { readInstant } from '#server/platform/tables/index.ts';
import type { ReadLot } from './import-lots.ts';
import type { LotTable } from './lot-table.ts';
import { areaFinder } from './find-area.ts';
import { readRow, type Places } from './read-row.ts';

/** Earliest start of the file; null when no row has one. */
async function earliestStart(table: LotTable): Promise<number | null> {
  let earliest: number | null = null;
  for await (const { row } of table.rows()) {
    const at = typeof row === 'string' ? null : readInstant(row.start_time);
    if (at !== null && (earliest === null || at < earliest)) earliest = at;
  }
  return earliest;
}

async function placesOf(
  lots: LotsRepository,
  reference: Pick<ReferenceService, 'categories'>,
): Promise<Places> {
  const [categories, areas] = await Promise.all([reference.categories(), lots.areas()]);
  const byCode = new Map(categories.map(({ code, id }) => [code, id]));
  return { categoryId: (code) => byCode.get(code) ?? null, areaId: areaFinder(areas) };
}

/**
 * Lots of a table of the state platform, row by row.
 * @param startAt all dates are shifted so that the earliest start is at this instant; null leaves them
 */
export async function* lotsOfTable(
  table: LotTable,
  options: { startAt: Date | null; now: Date },
  deps: { lots: LotsRepository; reference: Pick<ReferenceService, 'categories'> },
): AsyncGenerator<ReadLot> {
  const earliest = options.startAt === null ? null : await earliestStart(table);
  const shiftMs = options.startAt === null || earliest === null ? 0 : options.startAt.getTime() - earliest;
  const places = await placesOf(deps.lots, deps.reference);
  for await (const { line, cells, row } of table.rows()) {
    const isRead = typeof row !== 'string';
    yield {
      line,
      cells,
      number: isRead ? row.lot_id.trim() : '',
      lot: isRead ? readRow(row, { places, shiftMs, now: options.now }) : [row],
    };
  }
}
