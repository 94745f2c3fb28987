import { z } from 'zod';
import type { Language } from '#shared/i18n/languages.ts';
import { badRequest } from '#server/platform/errors/index.ts';

/** `money` is whole tiyin, `time` an instant; `null` is an empty cell. */
export type ExportValue = string | number | Date | null;

export interface ExportColumn {
  key: string;
  /** Key of its head among the texts, `namespace:key`. */
  head: string;
  kind: 'text' | 'number' | 'money' | 'time';
}

export interface ExportRequest<Filters> {
  personId: string;
  filters: Filters;
  /** Rows wanted at most. */
  limit: number;
  language: Language;
  /** A text in that language, by `namespace:key`; of several keys the first that exists. */
  text: (key: string | string[], values?: Record<string, string | number>) => string;
}

type Rows = readonly Readonly<Record<string, ExportValue>>[];

/** One list that can be exported: only ever the rows of the person who asks. */
export interface ExportSource {
  /** Key of its name among the texts: the sheet's name. */
  title: string;
  columns: readonly ExportColumn[];
  /** Newest first. 400 `exports.unknown-filter` for a filter the list does not have, or a value it does not know. */
  rows: (request: ExportRequest<Readonly<Record<string, string>>>) => Promise<Rows>;
}

/** A source whose filters are checked before it reads. */
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
