import { z } from 'zod';
import type { StaffRight } from '#shared/api/staff-rights.ts';
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
  filters: Filters;
  /** Rows of this page. */
  limit: number;
  /** Rows before this page; a multiple of `limit`. */
  offset: number;
  language: Language;
  /** A text in that language, by `namespace:key`; of several keys the first that exists. */
  text: (key: string | string[], values?: Record<string, string | number>) => string;
}

/** `id` is the row's own: one that new rows push from a page to the next is written once. */
export type ExportRow = Readonly<Record<string, ExportValue>> & { readonly id: string | number };

export interface ExportPage {
  /** Rows of all pages. */
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
  /** Newest first. 400 `exports.unknown-filter` for a filter the list does not have, or a value it does not know. */
  page: (request: ExportRequest<Readonly<Record<string, string>>>) => Promise<ExportPage>;
}

/** A source that validates its filters before it reads. */
export function exportSource<Shape extends z.ZodRawShape>(source: {
  title: string;
  filters: Shape;
  columns: readonly ExportColumn[];
  right?: StaffRight;
  page: (request: ExportRequest<z.output<z.ZodObject<Shape>>>) => Promise<ExportPage>;
}): ExportSource {
  const schema = z.strictObject(source.filters);
  return {
    title: source.title,
    columns: source.columns,
    ...(source.right && { right: source.right }),
    page(request) {
      const filters = schema.safeParse(request.filters);
      if (!filters.success) throw badRequest('exports.unknown-filter');
      return source.page({ ...request, filters: filters.data });
    },
  };
}

/** The page of a service that counts pages from 1. */
export const pageOf = ({ limit, offset }: { limit: number; offset: number }) => ({
  page: Math.floor(offset / limit) + 1,
  size: limit,
});
