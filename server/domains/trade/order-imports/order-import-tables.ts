import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely';
import type { ImportedRowProblem, OrderImport } from '#shared/api/cabinet/order-imports.ts';
import type { ImportedRowState } from '#shared/lifecycles/imported-row.ts';
import type { OrderImportState } from '#shared/lifecycles/order-import.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';

export type FileProblem = NonNullable<OrderImport['problem']>;
export type KnownColumn = OrderImport['columns'][number];

/** What of an import somebody of the staff shaped. */
export type ContributedPart = 'columns' | 'photos';

export interface OrderImportTables {
  order_import: {
    id: GeneratedAlways<number>;
    person_id: string;
    state: OrderImportState;
    file_name: string;
    file_key: string | null;
    stored_at: Date | null;
    file_bytes: number;
    file_sha256: string;
    read_bytes: Generated<number>;
    read_line: Generated<number>;
    columns: ColumnType<KnownColumn[], string | undefined, string>;
    heads_key: string | null;
    mapping: ColumnType<(string | null)[] | null, string | undefined, string>;
    samples: ColumnType<string[][] | null, string | undefined, string | null>;
    problem: ColumnType<FileProblem | null, string | null | undefined, string | null>;
    photos_name: string | null;
    photos_key: string | null;
    incoming_photos_key: string | null;
    photos_sha256: string | null;
    photo_files: number | null;
    photo_lots: number | null;
    uploaded_by: string;
    uploaded_at: Generated<Date>;
    started_by: string | null;
    started_at: Date | null;
    signed_document_id: number | null;
    ended_at: Date | null;
    leased_until: Date | null;
  };
  order_import_row: {
    import_id: number;
    line: number;
    last_line: number;
    person_id: string;
    number: string;
    title: string;
    start_price_tiyin: number | null;
    state: ImportedRowState;
    /** Of a row that is refused or may be. */
    cells: JSONColumnType<string[]> | null;
    fields: JSONColumnType<OrderFields> | null;
    problems: JSONColumnType<ImportedRowProblem[]>;
    order_id: number | null;
    known_order_id: number | null;
    released: Generated<boolean>;
  };
  order_import_refused_photo: { import_id: number; name: string; problem: string };
  order_import_contributor: { import_id: number; part: ContributedPart; person_id: string };
}

export type StoredImport = Selectable<OrderImportTables['order_import']>;
export type StoredRow = Selectable<OrderImportTables['order_import_row']>;
