import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { defineModule, type Base, type Collected } from '#server/platform/modules/index.ts';
import { EXPORT_LISTS, STAFF_EXPORT_LISTS } from '#shared/api/cabinet/exports.ts';
import { createExportsService, type ExportSources } from './exports.service.ts';

interface ExportsNeeds extends Pick<Base, 'texts' | 'logger' | 'sessions'>, Collected {
  actions: Pick<ActionLog, 'record'>;
}

/** After every module that has a list. */
export const exportsModule = defineModule({
  name: 'exports',
  create: ({ texts, logger, sessions, actions, exportSources }: ExportsNeeds) => ({
    exports: createExportsService({
      sources: allOf(exportSources),
      actions,
      rolesOf: async (handle) => (await sessions.find(handle))?.person.roles ?? null,
      text: (...asked) => texts.text(...asked),
      onError: (error) => logger.error({ err: error }, 'an exported list ended early'),
    }),
  }),
});

function allOf(sources: Collected['exportSources']): ExportSources {
  const missing = [...EXPORT_LISTS, ...STAFF_EXPORT_LISTS].filter((list) => !sources[list]);
  if (missing.length > 0) throw new Error(`no module has the lists ${missing.join(', ')}`);
  return sources as ExportSources;
}
