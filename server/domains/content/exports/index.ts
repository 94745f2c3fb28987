/** Lists of the cabinet and the console as files: spreadsheets and CSV, streamed. */
export { exportsModule } from './module.ts';
export { createExportsService, type ExportsService, type ExportSources } from './exports.service.ts';
