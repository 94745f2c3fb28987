import type { Request } from 'express';
import type { LotsService } from '#server/domains/trade/lots/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#shared/i18n/languages.ts';
import { lotStatusName } from '#shared/lifecycles/lot-status.ts';
import { fileLimit } from '../file-limits.ts';
import {
  FEED_FILTERS,
  FEED_KINDS,
  FEED_TITLES,
  feedId,
  feedPath,
  type FeedFilter,
  type FeedKind,
} from './feed-addresses.ts';
import { atomFeed, jsonFeed, type Feed, type FeedEntry } from './feed-texts.ts';

export interface FeedRouteDeps {
  lots: Pick<LotsService, 'newest' | 'ended'>;
  texts: Texts;
  /** The site's address without a slash at the end. */
  base: () => string;
}

const ENTRIES = 50;
const FOR_FIVE_MINUTES = 'public, max-age=300';

/** What is named in the address; 404 for what can be none, so that no reader takes the feed of all lots for the one it asked for. */
function filterOf({ query }: Request): FeedFilter {
  const filter: FeedFilter = {};
  for (const name of FEED_FILTERS) {
    if (query[name] === undefined) continue;
    const id = feedId(query[name]);
    if (id === null) throw notFound();
    filter[name] = id;
  }
  return filter;
}

/**
 * `/feeds/lots` and `/feeds/results` as `.atom` and `.json`: the newest lots and the auctions that ended last, of a category, a
 * region, or all, in the language of the address.
 */
export function registerFeedRoutes(app: HttpApp, { lots, texts, base }: FeedRouteDeps): void {
  const limit = app.limit(fileLimit('feeds', 60));

  async function entriesOf(kind: FeedKind, filter: FeedFilter, language: Language): Promise<FeedEntry[]> {
    if (kind === 'lots') return (await lots.newest(filter, ENTRIES)).map((lot) => ({ lot, ended: null }));
    return (await lots.ended(filter, ENTRIES)).map(({ lot, result }) => ({
      lot,
      ended: { result, outcome: texts.text(language, `ui:status.${lotStatusName(lot.status)}`) },
    }));
  }

  async function feedOf(kind: FeedKind, ending: 'atom' | 'json', req: Request): Promise<Feed> {
    const filter = filterOf(req);
    const named = req.query.lang;
    // By the address alone: one address is one feed for everybody.
    const language = parseLanguage(typeof named === 'string' ? named : undefined) ?? DEFAULT_LANGUAGE;
    return {
      base: base(),
      path: feedPath(kind, ending, { language, filter }),
      language,
      title: `Savdo · ${texts.text(language, FEED_TITLES[kind])}`,
      entries: await entriesOf(kind, filter, language),
    };
  }

  for (const kind of FEED_KINDS) {
    app.api.get(`/feeds/${kind}.atom`, limit, async (req, res) => {
      const feed = atomFeed(await feedOf(kind, 'atom', req));
      res.set('Cache-Control', FOR_FIVE_MINUTES).type('application/atom+xml').send(feed);
    });
    app.api.get(`/feeds/${kind}.json`, limit, async (req, res) => {
      const feed = JSON.stringify(jsonFeed(await feedOf(kind, 'json', req)));
      res.set('Cache-Control', FOR_FIVE_MINUTES).type('application/feed+json').send(feed);
    });
  }
}
