/** Announcements of staff above the pages of the site. */
export { bannersModule } from './module.ts';
export { createBanners, type Banners } from './banners.service.ts';
