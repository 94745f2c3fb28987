import type { ExportColumn, ExportRow } from '#server/platform/modules/index.ts';

/** A list on its way into a file. */
export interface ExportTable {
  title: string;
  /** Heads in the person's language. */
  heads: readonly string[];
  columns: readonly ExportColumn[];
  batches: AsyncIterable<readonly ExportRow[]>;
}
