import type { ExportsService } from '#server/domains/content/exports/index.ts';
import { noSession } from '#server/platform/errors/index.ts';
import { EXPORT_ROWS_HEADER, exportList, exportStaffList } from '#shared/api/cabinet/exports.ts';
import { registerContract, streamedFileReply, type HttpApp } from '#server/platform/http/index.ts';

export function registerExportRoutes(app: HttpApp, exports: ExportsService): void {
  for (const contract of [exportList, exportStaffList] as const)
    registerContract(app, contract, async (call) => {
      const { format, language = call.language, ...chosen } = call.query;
      const filters = Object.fromEntries(
        Object.entries(chosen).filter((entry): entry is [string, string] => Boolean(entry[1])),
      );
      if (!call.session) throw noSession();
      const { list } = call.params;
      const file = await exports.write({ list, format, session: call.session, language, filters });
      return streamedFileReply(file, 'no-store', { [EXPORT_ROWS_HEADER]: String(file.rowCount) });
    });
}
