/** Lists of the cabinet as files: spreadsheets and CSV of one's own rows. */
export { exportSource, type ExportColumn, type ExportSource, type ExportValue } from './export-source.ts';
export {
  createExportsService,
  type ExportsDeps,
  type ExportsService,
  type ExportSources,
} from './exports.service.ts';
export { registerExportRoutes } from './exports.routes.ts';
