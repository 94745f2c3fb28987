import { z } from 'zod';
import type { Language } from '#shared/i18n/languages.ts';
import { badRequest } from '../errors/index.ts';

/** `money` is whole tiyin, `time` an instant; `null` is an empty cell. */
export type ExportValue = string | number | Date | null;

export interface ExportColumn {
  key: string;
  /** Text key of the column head, `namespace:key`. */
  head: string;
  kind: 'text' | 'number' | 'money' | 'time';
}

export interface ExportRequest<Filters> {
  personId: string;
  filters: Filters;
  /** Maximum number of rows. */
  limit: number;
  language: Language;
  /** A text in that language, by `namespace:key`; of several keys the first that exists. */
  text: (key: string | string[], values?: Record<string, string | number>) => string;
}

type Rows = readonly Readonly<Record<string, ExportValue>>[];

/** A list that can be exported: only rows of the requesting person. */
export interface ExportSource {
  /** Text key of the list's name, which is the sheet's name. */
  title: string;
  columns: readonly ExportColumn[];
  /** Newest first. 400 `exports.unknown-filter` for a filter the list does not have, or a value it does not know. */
  rows: (request: ExportRequest<Readonly<Record<string, string>>>) => Promise<Rows>;
}

/** A source that validates its filters before it reads. */
export function exportSource<Shape extends z.ZodRawShape>(source: {
  title: string;
  filters: Shape;
  columns: readonly ExportColumn[];
  rows: (request: ExportRequest<z.output<z.ZodObject<Shape>>>) => Promise<Rows>;
}): ExportSource {
  const schema = z.strictObject(source.filters);
  return {
    title: source.title,
    columns: source.columns,
    rows(request) {
      const filters = schema.safeParse(request.filters);
      if (!filters.success) throw badRequest('exports.unknown-filter');
      return source.rows({ ...request, filters: filters.data });
    },
  };
}
