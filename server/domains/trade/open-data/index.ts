/** Results of finished auctions as signed files for everybody, without personal data. */
export { openDataModule } from './module.ts';
export { columnTexts } from './dictionary.ts';
export type { StoredVersion } from './open-data.repository.ts';
export type { OpenData } from './open-data.service.ts';
