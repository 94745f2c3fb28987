import type { Texts } from '#server/platform/language/index.ts';
import type { LotsService } from '#server/domains/lots/index.ts';
import type { NewsService } from '#server/domains/news/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { HELP_TEXTS } from '#shared/i18n/pages/help-pages.ts';
import type { PageWords } from './head-html.ts';
import { lotPage } from './lot-page.ts';
import { screenOf } from './screens.ts';
import { breadcrumbs, newsData, siteData } from './structured-data.ts';

export interface PageWordsDeps {
  lots: Pick<LotsService, 'details'>;
  news: Pick<NewsService, 'article' | 'publicAddresses'>;
  texts: Texts;
}

/** The tab of the list as its address has it; other filters lead to the list itself. */
const tabOf = (query: URLSearchParams): string => {
  const tab = query.get('i') ?? '';
  return /^[1-3]$/.test(tab) ? `?i=${tab}` : '';
};

/** Words of the page at an address, and whether there is such a page. @param base the site's address */
export async function pageWords(
  { lots, news, texts }: PageWordsDeps,
  page: { path: string; query: URLSearchParams; language: Language; base: string },
): Promise<{ status: 200 | 404; words: PageWords }> {
  const { language, base } = page;
  const text = (key: string) => texts.text(language, `seo:${key}`);
  const named = (name: string) => ({
    language,
    title: text(`page.${name}.title`),
    description: text(`page.${name}.description`),
  });
  const absent = () => ({ status: 404, words: { ...named('notFound'), path: null, hidden: true } }) as const;
  const found = (words: PageWords) => ({ status: 200, words }) as const;
  const trail = (title: string, path: string): object =>
    breadcrumbs(base, language, [
      [text('page.home.title'), '/home'],
      [title, path],
    ]);

  const screen = screenOf(page.path);
  switch (screen.kind) {
    case 'named': {
      const words = named(screen.name);
      const path = screen.name === 'lotList' ? screen.path + tabOf(page.query) : screen.path;
      const data = screen.name === 'home' ? siteData(base, language) : [trail(words.title, screen.path)];
      // Results of a search are as many as there are words.
      return found({ ...words, path, data, hidden: screen.hidden || page.query.has('q') });
    }
    case 'info': {
      const { title, summary } = HELP_TEXTS[language][screen.page];
      // Figures stand as {{name}} until the page itself is read.
      const description = summary.includes('{{') ? text('info.description') : summary;
      return found({ language, title, description, path: screen.path, data: [trail(title, screen.path)] });
    }
    case 'article': {
      const article = await news.article(screen.id, language);
      if (!article) return absent();
      const { title, summary: description } = article;
      const data = [
        newsData(article, base),
        breadcrumbs(base, language, [
          [text('page.home.title'), '/home'],
          [text('page.news.title'), '/news'],
          [title, screen.path],
        ]),
      ];
      return found({ language, title, description, path: screen.path, data });
    }
    case 'lot': {
      const lot = await lots.details(screen.id);
      return lot ? found(lotPage(lot, screen.view, { language, base, texts })) : absent();
    }
    case 'personal':
      return found({ ...named('other'), path: null, hidden: true });
    case 'unknown':
      return absent();
  }
}
