/** How search engines and messengers see the site: words of every page, sitemaps, pictures of lots. */
export { createPainter, type Painter } from './painting/painter.ts';
export { PAINTED_READS } from './painting/painted-reads.ts';
export { registerDiscoveryRoutes, type DiscoveryDeps } from './discovery.routes.ts';
export { createSitemapRepository, type SitemapRepository } from './sitemap/sitemap.repository.ts';
