import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ROUTES } from '#client/app/routes.ts';
import { createSitemapRepository, registerWebRoutes, serveClient } from '#server/web/index.ts';
import type { RenderedPage } from '#server/web/render/worker-messages.ts';
import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
} from '#server/domains/trade/lots/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createNewsService, WITHOUT_PICTURES, type NewsService } from '#server/domains/content/news/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { HELP_TEXTS } from '#shared/i18n/pages/help-pages.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { NEWS_EDITOR, NEWS_TEXTS } from '../../fixtures/news-samples.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const PAGE = `<!doctype html><html lang="uz" data-x="1"><head><meta charset="utf-8" />
<meta name="description" content="general" /><title>Savdo</title></head>
<body><div id="root"></div><script type="module" src="/assets/a.js"></script></body></html>`;
const MANIFEST = {
  'index.html': { file: 'assets/a.js' },
  'i18n/texts/ru.ts': { file: 'assets/ru.js' },
  _tile: { file: 'assets/tile.js', imports: ['index.html'] },
  'app/screens/home.tsx': {
    file: 'assets/home.js',
    css: ['assets/home.css'],
    imports: ['index.html', '_tile'],
  },
};
const inAll = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });

let database: TestDatabase;
let app: TestApp;
let folder: string;
let news: NewsService;
let fail = false;
const paintings = new Map<string, RenderedPage>();

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-page-'));
  writeFileSync(path.join(folder, 'index.html'), PAGE);
  mkdirSync(path.join(folder, '.vite'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, '.vite/manifest.json'), JSON.stringify(MANIFEST));
  database = await testDatabase();
  const lots = createLotsService({
    lots: createLotsRepository(database.db),
    search: createLotSearchRepository(database.db),
    reference: createReferenceService(createReferenceRepository(database.db)),
  });
  news = createNewsService({
    db: database.db,
    actions: createActionLog(database.db),
    files: WITHOUT_PICTURES,
  });
  app = await startTestApp(
    (http) =>
      registerWebRoutes(http, {
        lots: {
          details: (id, seen) => (fail ? Promise.reject(new Error('away')) : lots.details(id, seen)),
          newest: lots.newest,
          ended: lots.ended,
        },
        news,
        helpPages: { current: (page, language) => Promise.resolve(HELP_TEXTS[language][page]) },
        legalFigures: () => Promise.resolve({}),
        sitemap: createSitemapRepository(database.db),
        texts: loadTexts(),
        photoBytes: () => Promise.resolve(null),
        publicUrl: () => 'https://savdo.example/',
        securityContact: 'mailto:security@savdo.example',
        logger: createLogger({ level: 'silent' }),
        verifyScript: path.join(folder, 'no-script.js'),
        transparencyLog: {
          checkpoint: () => Promise.resolve(''),
          checkpointOf: () => Promise.resolve(null),
          tile: () => Promise.resolve(null),
        },
        openData: { file: () => Promise.resolve(null), manifest: () => Promise.resolve(null) },
        signingKeys: () => Promise.resolve({ keys: [] }),
        protocolStatus: () => Promise.reject(new Error('without a script there is no page to put it into')),
        renderer: {
          render: ({ address, signedIn }) =>
            Promise.resolve(paintings.get(signedIn ? `${address} signed in` : address) ?? null),
        },
      }),
    { pages: serveClient(folder) },
  );
});
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  fail = false;
  await database.pool.query('delete from lot');
});

const open = async (address: string, headers: Record<string, string> = {}) => {
  const { status, body, headers: answered } = await app.call('GET', address, { headers });
  return { status, html: body as string, headers: answered };
};
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];
const meta = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];
const dataOf = (html: string): any[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json ?? ''),
  );

describe('the page of a lot', () => {
  test('says what the lot is without any script', async () => {
    const id = await publishTestLot(database, { startPriceTiyin: 123_456_78 });
    const { status, html } = await open(`/lot-view/${id}`);
    expect(status).toBe(200);
    expect(titleOf(html)).toContain('Chevrolet Cobalt 2021');
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(meta(html, 'description')).toContain('123\u00a0456.78');
    expect(html).toContain(`<link rel="canonical" href="https://savdo.example/lot-view/${id}">`);
    expect(html).toContain(`hreflang="ru" href="https://savdo.example/lot-view/${id}?lang=ru"`);
    expect(meta(html, 'og:image')).toContain(`https://savdo.example/og/lot/${id}.png?lang=uz&amp;v=`);
    expect(meta(html, 'twitter:card')).toBe('summary_large_image');
    const [product, trail] = dataOf(html);
    expect(product).toMatchObject({
      '@type': 'Product',
      offers: { price: '123456.78', priceCurrency: 'UZS' },
    });
    expect(trail.itemListElement.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3, 4]);
  });

  test('is in the language of its address, then in the one last chosen', async () => {
    const id = await publishTestLot(database);
    const russian = await open(`/lot-view/${id}?lang=ru`, { cookie: 'savdo_lang=en' });
    expect(russian.html).toContain('<html lang="ru" data-x="1"');
    expect(meta(russian.html, 'description')).toContain('Начальная цена');
    expect(russian.html).toContain(`rel="canonical" href="https://savdo.example/lot-view/${id}?lang=ru"`);
    const foreign = await open(`/lot-view/${id}`, { 'accept-language': 'ru' });
    expect(foreign.html).toContain('<html lang="uz"');
    expect(foreign.headers.get('vary')).toContain('Cookie');
  });

  test('cannot be broken by the words of a title', async () => {
    const title = `</script><script>alert(1)</script> "quoted" 'so' & $& $t(ui:a) {{number}} \u202Eabc __CSP_NONCE__`;
    const id = await publishTestLot(database, { title: inAll(title) });
    const { html, headers } = await open(`/lot-view/${id}`);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('\u202E');
    // The data of the lot and of the site, what runs before the first picture, and the entry.
    expect(html.match(/<script/g)).toHaveLength(4);
    const shown = `</script><script>alert(1)</script> "quoted" 'so' & $& $t(ui:a) {{number}} abc __CSP_NONCE__`;
    expect(dataOf(html)[0].name).toBe(shown);
    const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
    expect(html).toContain(`<script nonce="${nonce}" type="module"`);
    expect(html.split(String(nonce))).toHaveLength(3);
  });

  test('of a rehearsal is there for staff alone, and tells nothing of it', async () => {
    const id = await publishTestLot(database, { ruleSet: 'practice' });
    await database.pool.query('update lot set rehearsal = true where id = $1', [id]);
    const user = encodeURIComponent(JSON.stringify({ name: 'A', user_name: 'a' }));
    const named = (cookie: string) => ({ cookie: `${cookie}; savdo_user=${user}` });
    const [staff, buyer] = [await app.signIn({ roles: ['operator'] }), await app.signIn()];
    for (const address of [`/lot-view/${id}`, `/game-view/${id}`, `/lot-result/${id}`]) {
      paintings.set(`${address} signed in`, { html: '<h1>painted</h1>', answers: [], signedIn: true });
      const { status, html } = await open(address, named(staff.cookie));
      expect(status, address).toBe(200);
      expect(html).not.toContain('Chevrolet');
      expect(html).not.toContain('painted');
      expect(meta(html, 'robots')).toBe('noindex');
      expect((await open(address, named(buyer.cookie))).status, address).toBe(404);
      expect((await open(address, named('savdo_session=none'))).status, address).toBe(404);
      expect((await open(address)).status, address).toBe(404);
    }
    expect((await open('/lot-view/999999', named(staff.cookie))).status).toBe(404);
  });

  test('of a lot that is not there is a 404 that is still a page', async () => {
    const { status, html } = await open('/lot-view/999999');
    expect(status).toBe(404);
    expect(meta(html, 'robots')).toBe('noindex');
    expect(html).not.toContain('canonical');
    expect(html).toContain('type="module"');
  });

  test('is answered with general words while lots cannot be read', async () => {
    fail = true;
    const { status, html } = await open('/lot-view/1');
    expect(status).toBe(200);
    expect(titleOf(html)).toBe('Savdo');
  });

  test('is where its room leads search engines', async () => {
    const id = await publishTestLot(database);
    const { html } = await open(`/game-view/${id}`);
    expect(html).toContain(`rel="canonical" href="https://savdo.example/lot-view/${id}"`);
  });
});

describe('other pages', () => {
  const fixed = ROUTES.map(({ path }) => path).filter((route) => !route.includes(':'));
  test.each(fixed)('%s exists', async (route) => {
    expect((await open(route)).status).toBe(200);
  });

  test.each(['/profile/no-such-page', '/console/no-such-page', '/order-preview/x', '/cabinet'])(
    '%s does not, as no screen has it',
    async (address) => {
      expect((await open(address)).status).toBe(404);
    },
  );

  test('of an order to preview exists, for its customer alone', async () => {
    const { status, html } = await open('/order-preview/7');
    expect(status).toBe(200);
    expect(meta(html, 'robots')).toBe('noindex');
  });

  test.each([
    '/nothing',
    '/lot-view/0',
    '/lot-view/x',
    '/info/nothing',
    '/constructor',
    '/lot-view/5000004.',
  ])('%s does not', async (address) => {
    const { status, html } = await open(address);
    expect(status).toBe(404);
    expect(meta(html, 'robots')).toBe('noindex');
  });

  test('the first one says who we are and how to search', async () => {
    const { html } = await open('/home');
    expect(dataOf(html).map((data) => data['@type'])).toEqual(['Organization', 'WebSite']);
    expect(dataOf(html)[1].potentialAction.target.urlTemplate).toContain('{search_term_string}');
  });

  test('results of a search are left out of search engines', async () => {
    expect(meta((await open('/lot-list?q=uy')).html, 'robots')).toBe('noindex');
    expect((await open('/lot-list?i=2&page=3')).html).toContain(
      'rel="canonical" href="https://savdo.example/lot-list?i=2"',
    );
  });
});

describe('scripts of a page', () => {
  test('are named before the first of them asks for the rest', async () => {
    const { html } = await open('/home?lang=ru');
    const named = [...html.matchAll(/<link rel="(\w+)"[^>]* crossorigin href="([^"]*)">/g)].map(
      ([, rel, href]) => `${rel} ${href}`,
    );
    expect(named).toEqual([
      'modulepreload /assets/ru.js',
      'modulepreload /assets/home.js',
      'preload /assets/home.css',
      'modulepreload /assets/tile.js',
    ]);
  });
});

describe('the picture of a screen', () => {
  const answers = [[['site-info'], { note: '</script>__CSP_NONCE__' }, 1]];
  beforeEach(() => {
    writeFileSync(path.join(folder, 'assets/home.css'), '.home{color:red;src:url(./font.woff2)}');
    paintings.clear();
    paintings.set('/home', { html: '<h1>__CSP_NONCE__</h1>', answers, signedIn: false });
    paintings.set('/home?lang=ru', { html: '<h1>по-русски</h1>', answers: [], signedIn: false });
  });

  test('is in the page with its styles and its answers, and scripts come after it', async () => {
    const { html } = await open('/home');
    expect(html).toContain('<div id="root" lang="uz"><h1>__CSP_NONCE__</h1></div>');
    expect(html).toContain('<style>.home{color:red;src:url(/assets/font.woff2)}</style>');
    const [, json] = /<script type="application\/json" id="first-answers">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json ?? '')).toEqual(answers);
    expect(html).not.toContain('type="module" crossorigin');
    expect(html.indexOf('"/assets/a.js"')).toBeGreaterThan(html.indexOf('</h1>'));
    expect((await open('/home?lang=ru')).html).toContain('<div id="root" lang="ru"><h1>по-русски');
  });

  test('asks ahead for the fonts of its letters alone', async () => {
    const face = (name: string, letters: string) =>
      `@font-face{font-family:A;src:url(./${name}.woff2) format('woff2');unicode-range:${letters}}`;
    writeFileSync(
      path.join(folder, 'assets/home.css'),
      face('latin', 'U+0000-00FF,U+02BB') +
        face('cyrillic', 'U+0301,U+0400-045F') +
        face('math', 'U+2200-22FF'),
    );
    // A new build: its styles are read again.
    writeFileSync(path.join(folder, 'index.html'), PAGE);
    const fonts = (html: string) =>
      [...html.matchAll(/as="font"[^>]*href="([^"]+)"/g)].map(([, href]) => href);
    expect(fonts((await open('/home?lang=ru')).html)).toEqual([
      '/assets/latin.woff2',
      '/assets/cyrillic.woff2',
    ]);
    expect(fonts((await open('/home')).html)).toEqual(['/assets/latin.woff2']);
  });

  test('is only of what all see alike, and says when it is for somebody who signed in', async () => {
    for (const address of ['/home?mobile=1', '/lot-list?q=uy', '/game-view/1', '/favourites'])
      expect((await open(address)).html).not.toContain('<h1>');
    paintings.set('/home signed in', { html: '<h1>whoever</h1>', answers: [], signedIn: true });
    const user = encodeURIComponent(JSON.stringify({ name: 'A', user_name: 'a' }));
    const { html } = await open('/home', { cookie: `savdo_user=${user}` });
    expect(html).toContain('<div id="root" lang="uz" data-signed-in><h1>whoever');
    for (const cookie of ['', 'savdo_user=x', 'savdo_user=%7B%7D', 'savdo_user=null'])
      expect((await open('/home', { cookie })).html).not.toContain('whoever');
  });
});

describe('the page of a news item', () => {
  test('says what it is about without any script, in the map of pages too, and is gone once withdrawn', async () => {
    const draft = await news.create('6f7b1f52-0f6b-4a1e-9a52-0d3c3b8f0001', NEWS_TEXTS, NEWS_EDITOR);
    expect((await open(`/news/${draft.id}`)).status).toBe(404);
    const shown = await news.publish(draft, null, NEWS_EDITOR);
    const { status, html } = await open(`/news/${draft.id}?lang=ru`);
    expect(status).toBe(200);
    expect(titleOf(html)).toContain('Новая возможность');
    expect(meta(html, 'description')).toBe('Кратко.');
    const [item, trail] = dataOf(html);
    expect(item).toMatchObject({ '@type': 'NewsArticle', headline: 'Новая возможность', inLanguage: 'ru' });
    expect(trail.itemListElement).toHaveLength(3);
    const address = `<loc>https://savdo.example/news/${draft.id}</loc><lastmod>`;
    expect((await app.call('GET', '/sitemaps/pages.xml')).body).toContain(address);
    await news.withdraw(shown, NEWS_EDITOR);
    expect((await open(`/news/${draft.id}`)).status).toBe(404);
    expect((await app.call('GET', '/sitemaps/pages.xml')).body).not.toContain(address);
  });
});

describe('maps for search engines', () => {
  test('name every lot in the part of its id, with the moment it last changed', async () => {
    await database.pool.query('alter table lot alter column id restart with 50000');
    const first = await publishTestLot(database, { publishedAt: new Date('2026-01-02T03:04:05Z') });
    await publishTestLot(database);
    await database.pool.query(
      `update lot set applications_until = now() + interval '1 day', opens_at = now() + interval '2 days',
         closes_at = now() + interval '3 days' where id = $1`,
      [first],
    );
    const index = await app.call('GET', '/sitemap.xml');
    expect(index.body.match(/<loc>[^<]*/g)).toEqual([
      '<loc>https://savdo.example/sitemaps/pages.xml',
      '<loc>https://savdo.example/sitemaps/lots-1.xml',
      '<loc>https://savdo.example/sitemaps/lots-2.xml',
    ]);
    const part = await app.call('GET', '/sitemaps/lots-1.xml');
    expect(part.body).toContain(
      '<url><loc>https://savdo.example/lot-view/50000</loc><lastmod>2026-01-02T03:04:05.000Z</lastmod></url>',
    );
    expect(part.body.endsWith('</urlset>\n')).toBe(true);
    expect((await app.call('GET', '/sitemaps/lots-2.xml')).body).toContain('/lot-view/50001');
    expect((await app.call('GET', '/sitemaps/lots-3.xml')).status).toBe(404);
    expect((await app.call('GET', '/sitemaps/pages.xml')).body).toContain('https://savdo.example/lot-list<');
    expect((await app.call('GET', '/robots.txt')).body).toContain(
      'Sitemap: https://savdo.example/sitemap.xml',
    );
  });
});

test('says to whom a weakness is reported, for the next months', async () => {
  const { status, html, headers } = await open('/.well-known/security.txt');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const fields = new Map(
    html
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/) as [string, string]),
  );
  expect(fields.get('Contact')).toBe('mailto:security@savdo.example');
  expect(fields.get('Preferred-Languages')).toBe('uz, ru, uz-Cyrl, en');
  expect(fields.get('Canonical')).toBe('https://savdo.example/.well-known/security.txt');
  const ahead = Date.parse(fields.get('Expires') ?? '') - Date.now();
  expect(ahead).toBeGreaterThan(30 * 86_400_000);
  expect(ahead).toBeLessThan(365 * 86_400_000);
});

describe('feeds of lots', () => {
  const SALE = { ruleSet: 'private' } as const;
  const itemsOf = async (search = '') => {
    const { body, status } = await app.call('GET', `/feeds/lots.json${search}`);
    const text: unknown = body;
    expect(status, search).toBe(200);
    return (typeof text === 'string' ? JSON.parse(text) : text) as {
      feed_url: string;
      language: string;
      items: { id: string; title: string; url: string; _savdo: { category_id: number; region_id: number } }[];
    };
  };

  test('have the newest first, of a category or region where one is named, and no practice', async () => {
    const [older, newer] = [await publishTestLot(database, SALE), await publishTestLot(database, SALE)];
    const practice = await publishTestLot(database);
    await database.pool.query(
      `update lot set published_at = now() - case id when $1 then interval '2 days' else interval '1 hour' end`,
      [older],
    );
    const { items, feed_url: own } = await itemsOf();
    const address = (id: number) => `https://savdo.example/lot-view/${id}`;
    expect(items.map(({ id }) => id)).toEqual([address(newer), address(older)]);
    expect(practice).toBeGreaterThan(newer);
    expect(own).toBe('https://savdo.example/feeds/lots.json?lang=uz');
    const { category_id: category, region_id: region } = items[0]!._savdo;
    expect((await itemsOf(`?category=${category}&region=${region}`)).items).toHaveLength(2);
    expect((await itemsOf(`?category=${category + 1}`)).items).toEqual([]);
    expect((await itemsOf(`?region=${region + 1}`)).items).toEqual([]);
    for (const none of ['category=0', 'category=a', 'region=1e3', 'region=', 'region=1&region=2'])
      expect((await app.call('GET', `/feeds/lots.json?${none}`)).status, none).toBe(404);
  });

  test('are Atom with everything quoted, in the language of the address', async () => {
    const id = await publishTestLot(database, SALE);
    await database.pool.query(
      `update lot set title = jsonb_set(title::jsonb, '{ru}', to_jsonb('<b>Станок & Co</b>' || chr(8238) || chr(7))) where id = $1`,
      [id],
    );
    const { status, html, headers } = await open('/feeds/lots.atom?lang=ru');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch('application/atom+xml');
    expect(html).toContain('xml:lang="ru"');
    expect(html).toContain('&lt;b&gt;Станок &amp; Co&lt;/b&gt;');
    expect(html).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(html).toContain(`<link href="https://savdo.example/lot-view/${id}?lang=ru"/>`);
    const elements: string[] = [];
    const parser = new SaxesParser();
    parser.on('opentag', ({ name }) => elements.push(name));
    parser.write(html).close();
    expect(elements.filter((name) => name === 'entry')).toHaveLength(1);
  });

  test('are whole Atom, whatever letters a title has that XML has no room for', async () => {
    const id = await publishTestLot(database, SALE);
    await database.pool.query(
      `update lot set title = jsonb_set(title::jsonb, '{ru}', to_jsonb('Станок' || chr(65534) || chr(65535))) where id = $1`,
      [id],
    );
    const { html } = await open('/feeds/lots.atom?lang=ru');
    const parser = new SaxesParser();
    expect(() => parser.write(html).close()).not.toThrow();
  });

  test('of results have auctions by their end, as a reader of feeds takes them', async () => {
    const ids = [
      await publishTestLot(database, SALE),
      await publishTestLot(database, SALE),
      await publishTestLot(database, SALE),
      await publishTestLot(database),
    ] as const;
    const [sold, later, open_, practice] = ids;
    await database.pool.query(
      `update lot set outcome = 'sold', status = 9, room_price_tiyin = 12345600, participants = 4, room_count = 7,
         winner_number = 17, ended_at = now() - case id when $1 then interval '2 days' else interval '1 hour' end
       where id = any($2)`,
      [sold, [sold, later, practice]],
    );
    const { html, headers } = await open('/feeds/results.atom?lang=en');
    expect(headers.get('content-type')).toMatch('application/atom+xml');
    const atom = parseAtomFeed(html);
    const address = (id: number) => `https://savdo.example/lot-result/${id}`;
    expect(atom.title).toEqual({ value: 'Savdo · Auction results' });
    expect(atom.links?.find(({ rel }) => rel === 'self')?.href).toBe(
      'https://savdo.example/feeds/results.atom?lang=en',
    );
    expect(atom.entries?.map(({ id }) => id)).toEqual([address(later), address(sold)]);
    expect(atom.entries?.[0]?.links?.[0]?.href).toBe(`${address(later)}?lang=en`);
    expect(atom.entries?.[0]?.summary?.value).toMatch(/123\s456/);
    expect(html).not.toContain(`lot-result/${open_}`);

    const items = async (search: string) => {
      const { body } = await app.call('GET', `/feeds/results.json?${search}`);
      return parseJsonFeed(typeof body === 'string' ? body : JSON.stringify(body)).items ?? [];
    };
    const all = await items('lang=en');
    expect(all.map(({ id }) => id)).toEqual([address(later), address(sold)]);
    expect(JSON.stringify(all)).not.toMatch(/winner|"17"|:17[,}]/);
    const { rows } = await database.pool.query<{ category_id: number; region_id: number }>(
      'select category_id, region_id from lot where id = $1',
      [sold],
    );
    const { category_id: category, region_id: region } = rows[0]!;
    expect(await items(`category=${category}&region=${region}`)).toHaveLength(2);
    expect(await items(`category=${category + 1}`)).toEqual([]);
    expect(await items(`region=${region + 1}`)).toEqual([]);
    expect((await app.call('GET', '/feeds/results.json?region=0')).status).toBe(404);
  });

  test('are named by the pages about lots, as narrow as the list is', async () => {
    const { html } = await open('/lot-list?category=3&region=2&page=4');
    for (const kind of ['lots', 'results'])
      expect(html).toMatch(
        new RegExp(
          `<link rel="alternate" type="application/atom\\+xml" title="[^"]+" href="https://savdo.example/feeds/${kind}.atom\\?lang=uz&amp;category=3&amp;region=2">`,
        ),
      );
    expect((await open('/home')).html).toContain('/feeds/results.atom?lang=uz"');
    expect((await open('/contact')).html).not.toContain('/feeds/');
  });

  test('are whole without any lot', async () => {
    expect((await itemsOf('?lang=en')).items).toEqual([]);
    expect((await open('/feeds/lots.atom')).html).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  });
});
