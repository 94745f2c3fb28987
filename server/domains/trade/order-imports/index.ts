/** Files of lots that staff import as orders of an organisation: upload, reading, photos, signature. */
export { orderImportsModule } from './module.ts';
export { createImportsRepository } from './imports.repository.ts';
export { createRowsRepository } from './rows.repository.ts';
export { atColumn, type ReadFile } from './read-file.ts';
export {
  fileNameOfImport,
  lineFinder,
  type Importer,
  type OrderImportsService,
} from './order-imports.service.ts';
export { problemText } from './problem-text.ts';
export { withPhotosArchive, type ArchivedFile } from './photos-archive.ts';
export type { StoredImport, StoredRow } from './order-import-tables.ts';
