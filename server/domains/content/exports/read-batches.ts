import type { ExportPage, ExportRequest, ExportRow } from '#server/platform/modules/index.ts';

/** Rows read at once, unless the list says otherwise: so many stay in memory. */
export const BATCH_ROWS = 500;
/** Rows written at once: large pieces outlive the collection of young garbage, and memory grows by what is long written. */
const PART_ROWS = 50;

/**
 * The rows of a list in small parts, page by page, the given first page included. Rows that were added meanwhile push others onward: one
 * that is met again is left out. A list that reads on from its last row meets none again.
 */
export async function* readBatches(
  first: ExportPage,
  { limit, readsOn }: { limit: number; readsOn: boolean },
  readPage: (place: Pick<ExportRequest<unknown>, 'offset' | 'after'>) => Promise<ExportPage>,
): AsyncGenerator<readonly ExportRow[]> {
  const seen = new Set<string | number>();
  const fresh = (rows: readonly ExportRow[]) =>
    readsOn ? rows : rows.filter(({ id }) => !seen.has(id) && seen.add(id));
  let { rows } = first;
  for (let offset = limit; ; offset += limit) {
    const unseen = fresh(rows);
    for (let at = 0; at < unseen.length; at += PART_ROWS) yield unseen.slice(at, at + PART_ROWS);
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    ({ rows } = await readPage({ offset, after: last.id }));
  }
}
