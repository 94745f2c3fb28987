import type { ExportPage, ExportRequest, ExportRow } from '#server/platform/modules/index.ts';

/** Rows read at once, unless the list says otherwise: so many stay in memory. */
export const BATCH_ROWS = 1_000;

/**
 * The rows of a list page by page, the given first page included. Rows that were added meanwhile push others onward: one
 * that is met again is left out.
 */
export async function* readBatches(
  first: ExportPage,
  limit: number,
  readPage: (place: Pick<ExportRequest<unknown>, 'offset' | 'after'>) => Promise<ExportPage>,
): AsyncGenerator<readonly ExportRow[]> {
  const seen = new Set<string | number>();
  const fresh = (rows: readonly ExportRow[]) =>
    rows.filter(({ id }) => {
      if (seen.has(id)) return false;
      seen.add(id);
      return true;
    });
  let { rows } = first;
  for (let offset = limit; ; offset += limit) {
    yield fresh(rows);
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    ({ rows } = await readPage({ offset, after: last.id }));
  }
}
