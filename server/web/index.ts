/** What a browser, a search engine or a messenger gets: pages with their heads, sitemaps, feeds, share images, client files. */
import type { HttpApp } from '#server/platform/http/index.ts';
import { registerPageRoutes, type PageRouteDeps } from './page/page.routes.ts';
import { registerShareImageRoutes, type ShareImageRouteDeps } from './share-image/share-image.routes.ts';
import {
  registerTransparencyLogRoutes,
  type TransparencyLogRouteDeps,
} from './transparency-log/transparency-log.routes.ts';
import { registerFeedRoutes, type FeedRouteDeps } from './feeds/feeds.routes.ts';
import { registerOpenDataFileRoutes, type OpenDataRouteDeps } from './open-data/open-data-files.routes.ts';
import { registerVerifyRoutes, type VerifyRouteDeps } from './verify/verify.routes.ts';
import {
  registerSecurityContactRoutes,
  type SecurityContactRouteDeps,
} from './security-contact/security-contact.routes.ts';
import { registerSitemapRoutes, type SitemapRouteDeps } from './sitemap/sitemap.routes.ts';

export { serveClient } from './page/serve-client.ts';
export { createRenderer } from './render/renderer.ts';
export { photoReader } from './share-image/read-photo.ts';
export { RENDERED_READS } from './screens.ts';
export { createSitemapRepository } from './sitemap/sitemap.repository.ts';

export interface WebDeps extends Omit<
  PageRouteDeps &
    ShareImageRouteDeps &
    SitemapRouteDeps &
    FeedRouteDeps &
    SecurityContactRouteDeps &
    VerifyRouteDeps &
    OpenDataRouteDeps &
    TransparencyLogRouteDeps,
  'base'
> {
  /** The site's address; final only once it listens. */
  publicUrl: () => string;
}

/** To be registered last: it describes the page at every address without a route of its own. */
export function registerWebRoutes(app: HttpApp, deps: WebDeps): void {
  const base = () => deps.publicUrl().replace(/\/$/, '');
  registerSitemapRoutes(app, { ...deps, base });
  registerFeedRoutes(app, { ...deps, base });
  registerShareImageRoutes(app, deps);
  registerSecurityContactRoutes(app, { ...deps, base });
  registerVerifyRoutes(app, deps);
  registerTransparencyLogRoutes(app, deps);
  registerOpenDataFileRoutes(app, deps);
  registerPageRoutes(app, { ...deps, base });
}
