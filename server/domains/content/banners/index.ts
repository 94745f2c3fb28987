/** Announcements of staff above the pages of the site. */
export { bannersModule } from './module.ts';
export type { Banners } from './banners.service.ts';
