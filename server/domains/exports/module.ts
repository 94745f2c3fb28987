import { defineModule, type Base, type Collected } from '#server/platform/modules/index.ts';
import { EXPORT_LISTS } from '#shared/api/exports.ts';
import { createExportsService, type ExportSources } from './exports.service.ts';

/** After every module that has a list. */
export const exportsModule = defineModule({
  name: 'exports',
  create: ({ texts, exportSources }: Pick<Base, 'texts'> & Collected) => ({
    exports: createExportsService({
      sources: allOf(exportSources),
      text: (...asked) => texts.text(...asked),
    }),
  }),
});

function allOf(sources: Collected['exportSources']): ExportSources {
  const missing = EXPORT_LISTS.filter((list) => !sources[list]);
  if (missing.length > 0) throw new Error(`no module has the lists ${missing.join(', ')}`);
  return sources as ExportSources;
}
