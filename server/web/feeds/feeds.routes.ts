import type { Request } from 'express';
import type { LotsService } from '#server/domains/trade/lots/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { LotFilter } from '#shared/api/site/lots.ts';
import { DEFAULT_LANGUAGE, parseLanguage } from '#shared/i18n/languages.ts';
import { fileLimit } from '../file-limits.ts';
import { atomFeed, jsonFeed, type LotFeed } from './feed-texts.ts';

export interface FeedRouteDeps {
  lots: Pick<LotsService, 'newest'>;
  texts: Texts;
  /** The site's address without a slash at the end. */
  base: () => string;
}

const LOTS = 50;
const FOR_FIVE_MINUTES = 'public, max-age=300';

/** null: not a number that can be an id. */
const idIn = (value: unknown): number | null =>
  typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;

/** What is named in the address; 404 for what can be none, so that no reader takes the feed of all lots for the one it asked for. */
function filterOf({ query }: Request): LotFilter {
  const filter: LotFilter = {};
  for (const name of ['category', 'region'] as const) {
    if (query[name] === undefined) continue;
    const id = idIn(query[name]);
    if (id === null) throw notFound();
    filter[name] = id;
  }
  return filter;
}

/** `/feeds/lots.atom` and `/feeds/lots.json`: the newest lots, of a category, a region, or all, in the language of the address. */
export function registerFeedRoutes(app: HttpApp, { lots, texts, base }: FeedRouteDeps): void {
  const limit = app.limit(fileLimit('feeds', 60));

  async function feedOf(req: Request): Promise<LotFeed> {
    const filter = filterOf(req);
    const named = req.query.lang;
    // By the address alone: one address is one feed for everybody.
    const language = parseLanguage(typeof named === 'string' ? named : undefined) ?? DEFAULT_LANGUAGE;
    const search = new URLSearchParams({ lang: language });
    for (const [name, id] of Object.entries(filter)) search.set(name, String(id));
    return {
      base: base(),
      path: `${req.path}?${search}`,
      language,
      title: `Savdo · ${texts.text(language, 'seo:page.lotList.title')}`,
      lots: await lots.newest(filter, LOTS),
    };
  }

  app.api.get('/feeds/lots.atom', limit, async (req, res) => {
    const feed = atomFeed(await feedOf(req));
    res.set('Cache-Control', FOR_FIVE_MINUTES).type('application/atom+xml').send(feed);
  });
  app.api.get('/feeds/lots.json', limit, async (req, res) => {
    const feed = JSON.stringify(jsonFeed(await feedOf(req)));
    res.set('Cache-Control', FOR_FIVE_MINUTES).type('application/feed+json').send(feed);
  });
}
