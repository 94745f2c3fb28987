import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { escaped, scriptJson, plainWords } from '../html-text.ts';

/** Characters that search engines and messengers show of a page, about. */
const TITLE_MAX = 110;
const DESCRIPTION_MAX = 200;

/** Facebook's names of the languages; Uzbek has one for both scripts. */
const ogLocale = (language: Language): string =>
  language === 'ru' ? 'ru_RU' : language === 'en' ? 'en_US' : 'uz_UZ';

export interface HeadContent {
  language: Language;
  title: string;
  description: string;
  /** The page's canonical address without a language, starting with `/`; null without such a page. */
  path: string | null;
  /** Not indexed by search engines. */
  hidden?: boolean;
  /** 1200 × 630, a path of this site. */
  image?: string | null;
  data?: readonly object[];
  /** What a reader of feeds may follow from this page. */
  feeds?: readonly { title: string; path: string }[];
}

/** Address of a page in a language: the default one is the bare address. */
export function addressIn(base: string, path: string, language: Language): string {
  if (language === DEFAULT_LANGUAGE) return base + path;
  return `${base}${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
}

/**
 * The head of a page as HTML, everything quoted escaped.
 * @param base the site's address without a slash at the end
 */
export function headHtml(page: HeadContent, base: string): string {
  const title = escaped(`${plainWords(page.title, TITLE_MAX)} · Savdo`);
  const description = escaped(plainWords(page.description, DESCRIPTION_MAX));
  const named = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
  const graph = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`;
  const link = (rel: string, href: string, more = '') => `<link rel="${rel}"${more} href="${escaped(href)}">`;
  const lines = [`<title>${title}</title>`, named('description', description)];
  if (page.hidden) lines.push(named('robots', 'noindex'));
  if (page.path !== null) {
    const { path } = page;
    const own = addressIn(base, path, page.language);
    lines.push(link('canonical', own));
    if (!page.hidden) {
      for (const language of LANGUAGES)
        lines.push(link('alternate', addressIn(base, path, language), ` hreflang="${language}"`));
      lines.push(link('alternate', base + path, ' hreflang="x-default"'));
    }
    lines.push(graph('url', escaped(own)));
  }
  for (const { title: name, path } of page.feeds ?? [])
    lines.push(link('alternate', base + path, ` type="application/atom+xml" title="${escaped(name)}"`));
  lines.push(
    graph('type', 'website'),
    graph('site_name', 'Savdo'),
    graph('locale', ogLocale(page.language)),
    graph('title', title),
    graph('description', description),
  );
  const image = escaped(base + (page.image ?? '/icon-512.png'));
  const size = page.image ? { width: '1200', height: '630' } : { width: '512', height: '512' };
  lines.push(graph('image', image), graph('image:width', size.width), graph('image:height', size.height));
  if (page.image) lines.push(graph('image:alt', title));
  lines.push(
    named('twitter:card', page.image ? 'summary_large_image' : 'summary'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', image),
  );
  for (const data of page.data ?? [])
    lines.push(`<script type="application/ld+json">${scriptJson(data)}</script>`);
  return lines.map((line) => `\n    ${line}`).join('');
}
