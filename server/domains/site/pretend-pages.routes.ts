import type { SiteInfo } from '#shared/api/site.ts';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { languageOf, type HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';

/** Stand-ins for the operator's pages elsewhere, and the setting that names the real one. */
const PAGES = {
  telegram: { name: 'Telegram', setting: 'TELEGRAM_URL' },
  facebook: { name: 'Facebook', setting: 'FACEBOOK_URL' },
  instagram: { name: 'Instagram', setting: 'INSTAGRAM_URL' },
  youtube: { name: 'YouTube', setting: 'YOUTUBE_URL' },
  news: { name: null, setting: 'NEWS_URL' },
} as const;
type PageName = keyof typeof PAGES;

const addressOf = (page: PageName) => `/dev/operator/${page}`;
const social = (network: SiteInfo['social'][number]['network']) => ({ network, url: addressOf(network) });

/** Where the links of a test installation lead that was given no addresses. */
export const PRETEND_LINKS: Pick<SiteInfo, 'social'> & { newsUrl: string } = {
  social: [social('telegram'), social('facebook'), social('instagram'), social('youtube')],
  newsUrl: addressOf('news'),
};

const STYLE = `
:root{color-scheme:light dark;font:17px/1.55 system-ui,sans-serif}
body{max-width:34rem;margin:0 auto;padding:12vh 1.25rem}
h1{font-size:1.5rem;line-height:1.25}a{display:inline-block;padding:.5rem 0}`;

function pageOf(texts: Texts, language: Language, page: PageName): string {
  const say = (key: string, values: Record<string, string> = {}) =>
    texts.text(language, `server:operatorPage.${key}`, values);
  const { name, setting } = PAGES[page];
  const title = say('title', { name: name ?? say('news') });
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" type="image/svg+xml" href="/favicon.svg"><title>${title}</title>
<style>${STYLE}</style></head><body><main>
<h1>${title}</h1>
<p>${say('text', { setting })}</p>
<a href="/home">${say('back')}</a>
</main></body></html>`;
}

const isPage = (name: string): name is PageName => Object.hasOwn(PAGES, name);

/** Says what the link leads to on a real installation. Registered only where stand-ins are allowed. */
export function registerPretendPages(app: HttpApp, texts: Texts): void {
  app.plain.get('/dev/operator/:page', (req, res, next) => {
    const { page } = req.params;
    if (!isPage(page)) return next();
    const asked = LANGUAGES.find((language) => language === req.query.lang);
    res
      .set('Cache-Control', 'no-store')
      .set(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'",
      )
      .type('html')
      .send(pageOf(texts, asked ?? languageOf(req), page));
  });
}
