import type { FixedHead } from '#client/app/routes.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { LotsService } from '#server/domains/trade/lots/index.ts';
import type { HelpPages } from '#server/domains/content/help-pages/index.ts';
import type { NewsService } from '#server/domains/content/news/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { HeadContent } from './head-html.ts';
import {
  FEED_FILTERS,
  FEED_KINDS,
  FEED_TITLES,
  feedId,
  feedPath,
  type FeedFilter,
} from '../feeds/feed-addresses.ts';
import { lotHead } from './lot-page-head.ts';
import { screenOf } from '../screens.ts';
import { breadcrumbs, newsData, siteData } from './structured-data.ts';

export interface PageHeadDeps {
  lots: Pick<LotsService, 'details'>;
  news: Pick<NewsService, 'article'>;
  helpPages: Pick<HelpPages, 'current'>;
  /** Every figure a help page may name. */
  legalFigures: (language: Language) => Promise<Record<string, string>>;
  texts: Texts;
}

/** The tab is part of the list's canonical address; other filters are not. */
const tabOf = (query: URLSearchParams): string => {
  const tab = query.get('i') ?? '';
  return /^[1-3]$/.test(tab) ? `?i=${tab}` : '';
};

/** Screens on whose subject there are feeds. */
const WITH_FEEDS: readonly string[] = ['home', 'lotList', 'openData'];

/** Feeds of lots and of results, as narrow as the list at this address is. */
function feedsOf(
  query: URLSearchParams,
  language: Language,
  texts: Texts,
): NonNullable<HeadContent['feeds']> {
  const filter: FeedFilter = {};
  for (const name of FEED_FILTERS) {
    const id = feedId(query.get(name));
    if (id !== null) filter[name] = id;
  }
  return FEED_KINDS.map((kind) => ({
    title: texts.text(language, FEED_TITLES[kind]),
    path: feedPath(kind, 'atom', { language, filter }),
  }));
}

/** The head of the page at an address, whether there is such a page, and whether its content may be rendered for everybody. */
interface FoundHead {
  status: 200 | 404;
  head: HeadContent;
  mayRender: boolean;
}

/**
 * The head of the page at an address, and whether there is such a page.
 * @param page.base the site's address
 * @param page.isStaff asked where the page may be one that only staff see
 */
export async function pageHead(
  { lots, news, helpPages, legalFigures, texts }: PageHeadDeps,
  page: {
    path: string;
    query: URLSearchParams;
    language: Language;
    base: string;
    isStaff: () => Promise<boolean>;
  },
): Promise<FoundHead> {
  const { language, base } = page;
  const text = (key: string) => texts.text(language, `seo:${key}`);
  const named = (name: FixedHead | 'notFound') => ({
    language,
    title: text(`page.${name}.title`),
    description: text(`page.${name}.description`),
  });
  const absent = (): FoundHead => ({
    status: 404,
    head: { ...named('notFound'), path: null, hidden: true },
    mayRender: false,
  });
  const found = (head: HeadContent): FoundHead => ({ status: 200, head, mayRender: true });
  const trail = (title: string, path: string): object =>
    breadcrumbs(base, language, [
      [text('page.home.title'), '/home'],
      [title, path],
    ]);

  const screen = screenOf(page.path);
  if (screen === null) return absent();
  const { route, path, id } = screen;
  switch (route.head) {
    case 'lot':
    case 'room':
    case 'result': {
      const lot = await lots.details(id);
      if (lot) return found(lotHead(lot, route.head, { language, base, texts }));
      if (!(await page.isStaff()) || !(await lots.details(id, { staff: true }))) return absent();
      // A rehearsal: its head tells nothing of it, and nothing of it is rendered for the pages of others.
      return { ...found({ ...named('other'), path: null, hidden: true }), mayRender: false };
    }
    case 'article': {
      const article = await news.article(id, language);
      if (!article) return absent();
      const { title, summary: description } = article;
      const data = [
        newsData(article, base),
        breadcrumbs(base, language, [
          [text('page.home.title'), '/home'],
          [text('page.news.title'), '/news'],
          [title, path],
        ]),
      ];
      return found({ language, title, description, path, data });
    }
    case 'helpPage': {
      if (screen.page === null) return absent();
      const known = await legalFigures(language);
      const { title, summary } = await helpPages.current(screen.page, language, known);
      // Figures are still placeholders ({{name}}) here.
      const description = summary.includes('{{') ? text('info.description') : summary;
      return found({ language, title, description, path, data: [trail(title, path)] });
    }
    case 'other':
      return found({ ...named('other'), path: null, hidden: true });
    default: {
      const ownTexts = named(route.head);
      const canonical = route.head === 'lotList' ? path + tabOf(page.query) : path;
      const data = route.head === 'home' ? siteData(base, language) : [trail(ownTexts.title, path)];
      // There are as many result pages as search words: not indexed.
      const hidden = !route.indexed || page.query.has('q');
      const feeds = WITH_FEEDS.includes(route.head) ? feedsOf(page.query, language, texts) : [];
      return found({ ...ownTexts, path: canonical, data, hidden, feeds });
    }
  }
}
