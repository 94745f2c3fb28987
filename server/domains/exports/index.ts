/** Lists of the cabinet as files: spreadsheets and CSV of a person's own rows. */
export { exportsModule } from './module.ts';
export { createExportsService, type ExportsService, type ExportSources } from './exports.service.ts';
