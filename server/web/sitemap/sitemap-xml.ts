import { publicPaths } from '../screens.ts';
import { escaped } from '../html-text.ts';
import type { SitemapPart, SitemapRepository } from './sitemap.repository.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** Lots read and written at a time. */
const PORTION = 2_000;

const entry = (element: string, address: string, changedAt?: Date): string =>
  `<${element}><loc>${escaped(address)}</loc>${
    changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  }</${element}>\n`;

/** The list of all sitemaps. */
export function sitemapIndex(base: string, parts: readonly SitemapPart[]): string {
  const files = parts.map(({ part, changedAt }) =>
    entry('sitemap', `${base}/sitemaps/lots-${part}.xml`, changedAt),
  );
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${entry('sitemap', `${base}/sitemaps/pages.xml`)}${files.join('')}</sitemapindex>\n`;
}

/** Screens that are no lots, and the news. */
export function pagesSitemap(base: string, news: readonly { id: number; changedAt: Date }[]): string {
  const pages = publicPaths().map((path) => entry('url', base + path));
  const articles = news.map(({ id, changedAt }) => entry('url', `${base}/news/${id}`, changedAt));
  return `${HEAD}<urlset ${NAMESPACE}>\n${pages.join('')}${articles.join('')}</urlset>\n`;
}

/** The lots of a part, portion by portion; empty when there are none. */
export async function* lotsSitemap(
  base: string,
  part: number,
  repository: Pick<SitemapRepository, 'lots'>,
): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const lots = await repository.lots(part, after, PORTION);
    const last = lots.at(-1);
    if (!last && after === 0) return;
    const start = after === 0 ? `${HEAD}<urlset ${NAMESPACE}>\n` : '';
    yield start + lots.map(({ id, changedAt }) => entry('url', `${base}/lot-view/${id}`, changedAt)).join('');
    if (!last || lots.length < PORTION) break;
    after = last.id;
  }
  yield '</urlset>\n';
}

export const robots = (base: string): string =>
  [
    'User-agent: *',
    // A lot's content comes from the API: search engines that render pages need it.
    'Allow: /',
    'Disallow: /api/shop/auth/',
    'Disallow: /console/',
    '',
    `Sitemap: ${base}/sitemap.xml`,
    '',
  ].join('\n');
