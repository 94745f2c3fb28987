import { z } from 'zod';
import { EXPORT_MAX_ROWS } from '#shared/api/cabinet/exports.ts';
import type { Role } from '#shared/api/contract.ts';
import type { StaffRight } from '#shared/api/console/staff-rights.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { badRequest } from '../errors/index.ts';

/** `money` is whole tiyin, `time` an instant, `day` a day as `YYYY-MM-DD`; `null` is an empty cell. */
export type ExportValue = string | number | Date | null;

export interface ExportColumn {
  key: string;
  /** Text key of the column head, `namespace:key`. */
  head: string;
  kind: 'text' | 'number' | 'money' | 'time' | 'day';
}

export interface ExportRequest<Filters> {
  personId: string;
  /** Of that person: what a screen masks for them, is masked in the file. */
  roles: readonly Role[];
  filters: Filters;
  /** Rows of this page. */
  limit: number;
  /** Rows before this page; a multiple of `limit`. */
  offset: number;
  /** `id` of the last row before this page, null on the first: what has an order by it reads on from it and counts no rows. */
  after: string | number | null;
  language: Language;
  /** A text in that language, by `namespace:key`; of several keys the first that exists. */
  text: (key: string | string[], values?: Record<string, string | number>) => string;
}

/** `id` is the row's own: one that new rows push from a page to the next is written once. */
export type ExportRow = Readonly<Record<string, ExportValue>> & { readonly id: string | number };

export interface ExportPage {
  /** Rows of all pages; read on the first one alone. */
  total: number;
  rows: readonly ExportRow[];
}

/** A list that can be exported. */
export interface ExportSource {
  /** Text key of the list's name, which is the sheet's name. */
  title: string;
  columns: readonly ExportColumn[];
  /** Lists of staff: who may. Without it only rows of the requesting person. */
  right?: StaffRight;
  /** Rows that are read at once; fewer where each row needs questions of its own. */
  rowsAtOnce?: number;
  /** Pages begin behind `after`, in the order of ids: no row is met twice. */
  readsOn?: boolean;
  /** Newest first. 400 `exports.unknown-filter` for a filter the list does not have, or a value it does not know. */
  page: (request: ExportRequest<Readonly<Record<string, string>>>) => Promise<ExportPage>;
}

/** A source that validates its filters before it reads. */
export function exportSource<Shape extends z.ZodRawShape>(source: {
  title: string;
  filters: Shape;
  columns: readonly ExportColumn[];
  right?: StaffRight;
  rowsAtOnce?: number;
  readsOn?: boolean;
  page: (request: ExportRequest<z.output<z.ZodObject<Shape>>>) => Promise<ExportPage>;
}): ExportSource {
  const schema = z.strictObject(source.filters);
  return {
    title: source.title,
    columns: source.columns,
    ...(source.right && { right: source.right }),
    ...(source.rowsAtOnce && { rowsAtOnce: source.rowsAtOnce }),
    ...(source.readsOn && { readsOn: true }),
    page(request) {
      const filters = schema.safeParse(request.filters);
      if (!filters.success) throw badRequest('exports.unknown-filter');
      return source.page({ ...request, filters: filters.data });
    },
  };
}

/** The page of a service that counts pages from 1, and how far its rows are counted: a file says how many it has. */
export const pageOf = ({ limit, offset }: { limit: number; offset: number }) => ({
  page: Math.floor(offset / limit) + 1,
  size: limit,
  most: EXPORT_MAX_ROWS + 1,
});

/** A column and what its cells hold. */
export interface ListColumn<Row> extends Omit<ExportColumn, 'key'> {
  value: (row: Row, say: Pick<ExportRequest<unknown>, 'language' | 'text'>) => ExportValue;
}

/** Rows that are read at once where each of them needs questions of its own (documents, suggestions), or where pages cost little. */
export const FEW_ROWS = 100;

/** A source of the same pages that a screen reads. `list` is given the page, counted from 1, with the filters. */
export function listExport<Shape extends z.ZodRawShape, Row>({
  columns,
  id,
  list,
  ...source
}: {
  title: string;
  filters: Shape;
  right?: StaffRight;
  rowsAtOnce?: number;
  /** Rows are those of `list`. */
  id: (row: NoInfer<Row>) => string | number;
  columns: readonly ListColumn<NoInfer<Row>>[];
  list: (
    query: z.output<z.ZodObject<Shape>> & ReturnType<typeof pageOf>,
    reader: Pick<ExportRequest<unknown>, 'personId' | 'roles' | 'language'>,
  ) => Promise<{ items: readonly Row[]; total: number }>;
}): ExportSource {
  const keyed = columns.map((column, at) => ({ ...column, key: `column ${at}` }));
  return exportSource({
    ...source,
    columns: keyed,
    async page({ filters, text, limit, offset, after: _after, ...reader }) {
      const { items, total } = await list({ ...filters, ...pageOf({ limit, offset }) }, reader);
      const say = { text, language: reader.language };
      const rows = items.map((row) => ({
        ...Object.fromEntries(keyed.map(({ key, value }) => [key, value(row, say)])),
        id: id(row),
      }));
      return { total, rows };
    },
  });
}

/** The number of a lot in the address, as filters of lists hold it. */
export const lotFilter = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)
  .optional();

/** An instant in ms as a cell. */
export const timeCell = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
