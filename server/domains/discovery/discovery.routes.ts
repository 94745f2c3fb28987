import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { notFound } from '#server/platform/errors/index.ts';
import { describePage, isFilePath, type HttpApp } from '#server/platform/http/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { LANGUAGE_COOKIE, namesSomebody, USER_COOKIE } from '#server/platform/sessions/index.ts';
import { contract } from '#shared/api/contract.ts';
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#shared/i18n/languages.ts';
import { headHtml } from './head-html.ts';
import { createImageStore } from './image/image-store.ts';
import { imageName } from './image/image-name.ts';
import { drawLotPicture } from './image/lot-picture.ts';
import { lotPicture } from './lot-page.ts';
import { pageWords, type PageWordsDeps } from './page-words.ts';
import type { Painter } from './painting/painter.ts';
import { modulesOf, paintedAddress, paintedStyles } from './screens.ts';
import { lotsSitemap, pagesSitemap, robots, sitemapIndex } from './sitemap/sitemap-xml.ts';
import type { SitemapRepository } from './sitemap/sitemap.repository.ts';

export interface DiscoveryDeps extends PageWordsDeps {
  sitemap: SitemapRepository;
  /** The site's address, known for good only once it listens. */
  publicUrl: () => string;
  logger: Logger;
  painter: Painter;
}

const IMAGES = { bytes: 16 * 2 ** 20, drawing: 1, waiting: 20 };
const NEWS_IN_SITEMAP = 5_000;
const DAY_S = 86_400;
const HOUR_S = 3_600;

/** Files for machines are no calls of the API; they are limited like them. */
const file = (name: string, perMinute: number) =>
  contract({
    ...{ method: 'get', tag: 'discovery', access: 'public', summary: name, answer: z.never() },
    ...{ name: `discovery.${name}`, path: `/${name}`, rateLimit: { perMinute } },
  });

/** As the client chooses it: the address, then the latest choice, then Uzbek. */
function languageOfPage(req: Request): Language {
  const named = typeof req.query.lang === 'string' ? req.query.lang : undefined;
  const cookie = (req.cookies as Record<string, string> | undefined)?.[LANGUAGE_COOKIE];
  return parseLanguage(named) ?? parseLanguage(cookie) ?? DEFAULT_LANGUAGE;
}

/** As the client sees it; whether the session still lives is told by the first call. */
const isSignedIn = (req: Request): boolean =>
  namesSomebody((req.cookies as Record<string, unknown> | undefined)?.[USER_COOKIE]);

/** Titles, descriptions and structured data of every page, the maps for search engines, and pictures of lots. */
export function registerDiscoveryRoutes(app: HttpApp, deps: DiscoveryDeps): void {
  const { lots, texts, sitemap, logger } = deps;
  const base = () => deps.publicUrl().replace(/\/$/, '');
  const images = createImageStore(IMAGES);
  const kept = (seconds: number): RequestHandler => {
    const value = `public, max-age=${seconds}`;
    return (_req, res, next) => {
      res.set('Cache-Control', value);
      next();
    };
  };
  const limitMaps = app.limit(file('sitemaps', 60));

  app.api.get('/robots.txt', kept(DAY_S), (_req, res) => {
    res.type('text/plain').send(robots(base()));
  });
  app.api.get('/sitemap.xml', limitMaps, async (_req, res) => {
    const index = sitemapIndex(base(), await sitemap.parts());
    res.set('Cache-Control', `public, max-age=${HOUR_S}`).type('application/xml').send(index);
  });
  app.api.get('/sitemaps/pages.xml', limitMaps, async (_req, res) => {
    const pages = pagesSitemap(base(), await deps.news.publicAddresses(NEWS_IN_SITEMAP));
    res.set('Cache-Control', `public, max-age=${HOUR_S}`).type('application/xml').send(pages);
  });
  app.api.get('/sitemaps/:file', limitMaps, async (req, res) => {
    const part = Number(/^lots-([1-9]\d{0,7})\.xml$/.exec(req.params.file as string)?.[1]);
    if (!part) throw notFound();
    const portions = lotsSitemap(base(), part, sitemap);
    const first = await portions.next();
    if (first.done) throw notFound();
    res.set('Cache-Control', `public, max-age=${HOUR_S}`).type('application/xml');
    res.write(first.value);
    try {
      await pipeline(Readable.from(portions), res);
    } catch (error) {
      // Not retried: half of it is on its way, and a cut connection is how the reader learns it.
      logger.info({ err: error, part }, 'sitemap not sent to its end');
    }
  });

  app.api.get('/og/lot/:file', app.limit(file('lot-image', 60)), async (req, res) => {
    const id = Number(/^([1-9]\d{0,15})\.png$/.exec(req.params.file as string)?.[1]);
    const lot = Number.isSafeInteger(id) ? await lots.details(id) : null;
    if (!lot) throw notFound();
    const picture = lotPicture(lot, languageOfPage(req), texts);
    const name = imageName(picture);
    const image = await images.get(name, () => drawLotPicture(picture));
    res
      .set({
        'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
        // Messengers show it from their own pages.
        'Cross-Origin-Resource-Policy': 'cross-origin',
        ETag: `"${name}"`,
      })
      .type('png')
      .send(image);
  });

  app.api.get('/{*path}', async (req, res, next) => {
    if (req.path.startsWith('/api/') || isFilePath(req.path) || !req.accepts('html')) return next();
    const language = languageOfPage(req);
    const query = new URLSearchParams(req.url.split('?')[1] ?? '');
    try {
      const { status, words } = await pageWords(deps, { path: req.path, query, language, base: base() });
      const modules = status === 200 ? modulesOf(req.path, language) : [];
      const address = status === 200 ? paintedAddress(req.path, query) : null;
      const signedIn = isSignedIn(req);
      const painting = address === null ? null : await deps.painter.paint({ address, language, signedIn });
      describePage(res, {
        ...{ status, language, modules, painting },
        styled: painting ? paintedStyles(req.path, signedIn) : [],
        html: headHtml(words, base()),
      });
      res.vary('Cookie');
    } catch (error) {
      // Not retried: the page is answered with the build's general words, and its own calls will tell what is wrong.
      logger.warn({ err: error, path: req.path }, 'page not described');
    }
    next();
  });
}
