import type { ExportsService } from '#server/domains/exports/index.ts';
import { exportList } from '#shared/api/exports.ts';
import { fileReply, registerContract, type HttpApp } from '#server/platform/http/index.ts';

export function registerExportRoutes(app: HttpApp, exports: ExportsService): void {
  registerContract(app, exportList, async (call) => {
    const { format, language = call.language, ...chosen } = call.query;
    const filters = Object.fromEntries(
      Object.entries(chosen).filter((entry): entry is [string, string] => Boolean(entry[1])),
    );
    const { personId } = call.signedIn();
    const { list } = call.params;
    return fileReply(await exports.write({ list, format, personId, language, filters }), 'no-store');
  });
}
