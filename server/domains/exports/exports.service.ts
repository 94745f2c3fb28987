import { createHash } from 'node:crypto';
import { EXPORT_MAX_ROWS, type ExportFormat, type ExportList } from '#shared/api/exports.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { ruleForbids } from '#server/platform/errors/index.ts';
import type { FileToSend } from '#server/platform/http/index.ts';
import type { ExportRequest, ExportSource } from '#server/platform/modules/index.ts';
import { writeCsv, writeXlsx } from './write-export-file.ts';

export type ExportSources = Readonly<Record<ExportList, ExportSource>>;

export interface ExportsDeps {
  sources: ExportSources;
  text: (language: Language, ...asked: Parameters<ExportRequest<never>['text']>) => string;
}

export interface ExportsService {
  /**
   * A person's list as a file. 400 `exports.unknown-filter` for a filter the list does not have;
   * 422 `exports.too-many` above EXPORT_MAX_ROWS.
   */
  write(asked: {
    list: ExportList;
    format: ExportFormat;
    personId: string;
    language: Language;
    filters: Readonly<Record<string, string>>;
  }): Promise<FileToSend>;
}

const MEDIA_TYPES: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

export function createExportsService({ sources, text }: ExportsDeps): ExportsService {
  return {
    async write({ list, format, personId, language, filters }) {
      const source = sources[list];
      const say: ExportRequest<never>['text'] = (...asked) => text(language, ...asked);
      const asked = { personId, filters, language, limit: EXPORT_MAX_ROWS + 1, text: say };
      const rows = await source.rows(asked);
      if (rows.length > EXPORT_MAX_ROWS)
        throw ruleForbids('exports.too-many', { values: { max: EXPORT_MAX_ROWS } });
      const heads = source.columns.map(({ head }) => say(head));
      const table = { title: say(source.title), heads, columns: source.columns, rows };
      const body = format === 'xlsx' ? await writeXlsx(table) : writeCsv(table);
      return {
        name: `savdo-${list}-${tashkentDay(Date.now())}.${format}`,
        mediaType: MEDIA_TYPES[format],
        sha256: createHash('sha256').update(body).digest('hex'),
        body,
      };
    },
  };
}
