import type { ImportedRow, OrderImport } from '#shared/api/cabinet/order-imports.ts';
import { IMPORTED_ROW_STATES, type ImportedRowState } from '#shared/lifecycles/imported-row.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { ORDER_IMPORT } from '#shared/lifecycles/order-import.ts';
import type { StoredImport, StoredRow } from './order-import-tables.ts';

export interface SeenImport {
  names: ReadonlyMap<string, string>;
  counts: Partial<Record<ImportedRowState, number>>;
  refusedPhotos: number;
  /** The reader imports, and does not only read. */
  acts: boolean;
}

export function importView(
  row: StoredImport,
  { names, counts, refusedPhotos, acts }: SeenImport,
): OrderImport {
  const nameOf = (personId: string): string => names.get(personId) ?? '—';
  const may: OrderImport['may'] = [];
  if (acts && allows(ORDER_IMPORT, row.state, 'map')) may.push('map-columns');
  if (acts && allows(ORDER_IMPORT, row.state, 'start')) may.push('add-photos');
  if (acts && allows(ORDER_IMPORT, row.state, 'start') && (counts.ready ?? 0) > 0) may.push('start');
  if (acts && allows(ORDER_IMPORT, row.state, 'cancel')) may.push('cancel');
  return {
    id: row.id,
    state: row.state,
    fileName: row.file_name,
    fileBytes: row.file_bytes,
    organisation: { personId: row.person_id, name: nameOf(row.person_id) },
    readBytes: row.read_bytes,
    columns: row.columns,
    problem: row.problem,
    counts: Object.fromEntries(
      IMPORTED_ROW_STATES.map((state) => [state, counts[state] ?? 0]),
    ) as OrderImport['counts'],
    photos:
      row.photos_name === null
        ? null
        : {
            fileName: row.photos_name,
            fileCount: row.photo_files ?? 0,
            lotCount: row.photo_lots ?? 0,
            refusedCount: refusedPhotos,
          },
    uploadedBy: nameOf(row.uploaded_by),
    uploadedAtMs: row.uploaded_at.getTime(),
    startedBy: row.started_by === null ? null : nameOf(row.started_by),
    startedAtMs: row.started_at?.getTime() ?? null,
    endedAtMs: row.ended_at?.getTime() ?? null,
    signedDocumentId: row.signed_document_id,
    may,
  };
}

export const rowView = (row: StoredRow): ImportedRow => ({
  line: row.line,
  lastLine: row.last_line,
  number: row.number,
  title: row.title,
  priceTiyin: row.start_price_tiyin,
  state: row.state,
  problems: row.problems,
  orderId: row.order_id ?? row.known_order_id,
});
