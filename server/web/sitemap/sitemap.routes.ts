import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { NewsService } from '#server/domains/content/news/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { HttpApp } from '#server/platform/http/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { fileLimit } from '../file-limits.ts';
import { lotsSitemap, pagesSitemap, robots, sitemapIndex } from './sitemap-xml.ts';
import type { SitemapRepository } from './sitemap.repository.ts';

export interface SitemapRouteDeps {
  sitemap: SitemapRepository;
  news: Pick<NewsService, 'publicAddresses'>;
  /** The site's address without a slash at the end. */
  base: () => string;
  logger: Logger;
}

const NEWS_IN_SITEMAP = 5_000;
const FOR_A_DAY = 'public, max-age=86400';
const FOR_AN_HOUR = 'public, max-age=3600';

/** Which addresses search engines may visit, and which there are. */
export function registerSitemapRoutes(app: HttpApp, { sitemap, news, base, logger }: SitemapRouteDeps): void {
  const limit = app.limit(fileLimit('sitemaps', 60));

  app.api.get('/robots.txt', (_req, res) => {
    res.set('Cache-Control', FOR_A_DAY).type('text/plain').send(robots(base()));
  });
  app.api.get('/sitemap.xml', limit, async (_req, res) => {
    const index = sitemapIndex(base(), await sitemap.parts());
    res.set('Cache-Control', FOR_AN_HOUR).type('application/xml').send(index);
  });
  app.api.get('/sitemaps/pages.xml', limit, async (_req, res) => {
    const pages = pagesSitemap(base(), await news.publicAddresses(NEWS_IN_SITEMAP));
    res.set('Cache-Control', FOR_AN_HOUR).type('application/xml').send(pages);
  });
  app.api.get('/sitemaps/:file', limit, async (req, res) => {
    const part = Number(/^lots-([1-9]\d{0,7})\.xml$/.exec(req.params.file as string)?.[1]);
    if (!part) throw notFound();
    const chunks = lotsSitemap(base(), part, sitemap);
    const first = await chunks.next();
    if (first.done) throw notFound();
    res.set('Cache-Control', FOR_AN_HOUR).type('application/xml');
    res.write(first.value);
    try {
      await pipeline(Readable.from(chunks), res);
    } catch (error) {
      // Not retried: a part of it is sent already, and the reader learns it from the closed connection.
      logger.info({ err: error, part }, 'sitemap not sent to its end');
    }
  });
}
