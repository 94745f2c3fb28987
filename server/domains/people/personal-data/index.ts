/** What is stored about persons: the export of one, and accounts that were never confirmed. */
export { personalDataModule } from './module.ts';
export type { PersonExport } from './write-export.ts';
export type { EraseRows } from './erase-rows.ts';
export type { Erased } from './erased-rows.repository.ts';
