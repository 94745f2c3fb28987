import { registerPageRoutes } from '#server/api/index.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { type HelpPages } from '#server/domains/content/help-pages/index.ts';
import { createHelpPages } from '#server/domains/content/help-pages/help-pages.service.ts';
import { helpFigures } from '#server/domains/content/reference/pages/help-figures.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import type { ConsoleHelpPage } from '#shared/api/console/console-help-pages.ts';
import { HELP_PAGES, type HelpPage, type PageBlock } from '#shared/api/pages.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const LANGUAGES = ['uz', 'ru', 'uz-cyrl', 'en'] as const;
let database: TestDatabase;
let app: TestApp;
let helpPages: HelpPages;
/** The same in another process. */
let elsewhere: HelpPages;

beforeAll(async () => {
  database = await testDatabase();
  const reference = createReferenceService(createReferenceRepository(database.db));
  const hours = { opens: '08:30', closes: '17:45' };
  const texts = loadTexts();
  const figures = (language: Language) => helpFigures({ reference, texts, hours }, language, new Date());
  helpPages = createHelpPages({ db: database.db, actions: createActionLog(database.db), figures });
  elsewhere = createHelpPages({ db: database.db, actions: createActionLog(database.db), figures });
  app = await startTestApp((http) => registerPageRoutes(http, { helpPages, figures }));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const read = async (page: string, lang: string): Promise<HelpPage> => {
  const { status, body } = await app.call(
    'GET',
    `/api/shop/dictionaries/page-content?page=${page}&lang=${lang}`,
  );
  expect(status).toBe(200);
  return body as HelpPage;
};

const textsOf = (block: PageBlock): string[] => {
  if (block.kind === 'list') return block.items;
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()] : [block.text];
};
const wholeText = (page: HelpPage): string =>
  [page.title, page.summary, ...page.blocks.flatMap(textsOf)].join('\n').replaceAll('\u00a0', ' ');

describe('a help page', () => {
  const all = HELP_PAGES.flatMap((page) => LANGUAGES.map((lang) => [page, lang] as const));

  test.each(all)('%s in %s says enough and leaves no placeholder', async (page, lang) => {
    const answer = await read(page, lang);
    const text = wholeText(answer);
    expect(text).not.toMatch(/[{}]|undefined|help-figures|null/);
    expect(text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length).toBeGreaterThanOrEqual(300);
    expect(answer.blocks.filter((block) => block.kind === 'heading').length).toBeGreaterThanOrEqual(4);
  });

  test.each(HELP_PAGES)('%s has the same parts in every language', async (page) => {
    const shapes = await Promise.all(
      LANGUAGES.map(async (lang) =>
        (await read(page, lang)).blocks.map((block) => [
          block.kind,
          textsOf(block).length,
          block.kind === 'link' ? block.href : '',
        ]),
      ),
    );
    for (const shape of shapes) expect(shape).toEqual(shapes[0]);
  });

  test('comes in the language of the caller when none is named', async () => {
    const path = '/api/shop/dictionaries/page-content?page=bid-lot';
    const { body } = await app.call('GET', path, { headers: { 'accept-language': 'ru' } });
    expect(body.title).toBe('Как предлагать цену');
    expect((await app.call('GET', path)).body.title).toBe('Narx qanday taklif qilinadi');
  });

  test.each(['page=nothing', '', 'page=bid-lot&page=bid-lot', 'page=bid-lot&lang=de', 'page=bid-lot&more=1'])(
    'is refused for the query "%s"',
    async (query) => {
      expect((await app.call('GET', `/api/shop/dictionaries/page-content?${query}`)).status).toBe(400);
    },
  );
});

describe('the figures', () => {
  test('are those of the shipped rules', async () => {
    const deposit = wholeText(await read('deposite-adjunction', 'ru'));
    expect(deposit).toContain('100 000 000 UZS задаток составит 5 000 000 UZS');
    expect(deposit).toContain('один этот задаток позволяет предложения до 105 000 000 UZS');
    expect(deposit).toContain('Тренировочный зал\nПредела нет');
    expect(deposit).toContain('Живой аукцион в один день\n1–50 %');
    expect(deposit).toContain('при упрощённой продаже — 3 рабочих дня');
    const bid = wholeText(await read('bid-lot', 'en'));
    expect(bid).toContain('5% of the start price for confirmed prices 1 to 4, 3% from price 5 on');
    expect(bid).toContain('2% of the start price for lots that start above 2 000 BHM (824 000 000 UZS)');
    expect(bid).toContain('Up to 100 steps or 100% above the suggested price, whichever is more');
    expect(bid).toContain('412 000 UZS since 01.08.2025');
    expect(wholeText(await read('buy-one-click', 'uz'))).toContain('24 720 000 UZS');
    expect(wholeText(await read('participating', 'uz'))).toContain('soat 08:30 dan 17:45 gacha');
  });

  test('follow a new version of a rule set and a new base amount at once', async () => {
    const { pool } = database;
    await pool.query(`insert into base_amount (valid_from, amount_tiyin) values (current_date, 50000000)`);
    await pool.query(
      `insert into rule_set (name, version, valid_from, figures)
       select name, version + 1, now() - interval '1 minute', figures || $1::jsonb from rule_set
       where name = 'state-shop' order by version desc limit 1`,
      [
        JSON.stringify({
          deposit: { minPercent: 7.5, maxPercent: 7.5, usualPercent: 7.5 },
          increment: { kind: 'fixed', amount: 1_500_000_00 },
          overtime: { windowMs: 90_000, extendToMs: 120_000 },
          paymentWorkingDays: { min: 4, max: 6, usual: 5 },
        }),
      ],
    );
    const deposit = wholeText(await read('deposite-adjunction', 'ru'));
    expect(deposit).toContain('задаток составит 7 500 000 UZS');
    expect(deposit).toContain('при упрощённой продаже — 4–6 рабочих дней');
    const bid = wholeText(await read('bid-lot', 'uz'));
    expect(bid).toContain('1 500 000 UZS');
    expect(bid).toContain(
      'oxirgi 90 soniya ichidagi taklif auksionni uzaytiradi: u oʻsha taklifdan kamida 2 daqiqa keyin tugaydi',
    );
    expect(wholeText(await read('buy-one-click', 'uz'))).toContain('30 000 000 UZS');
  });
});

describe('a help page that staff edit', () => {
  const CONSOLE = '/api/console/help-pages/bid-lot';
  let cookie: string;
  const ask = (method: string, path: string, body?: unknown) =>
    app.call(method, `${CONSOLE}${path}`, { cookie, ...(body === undefined ? {} : { body }) });
  const codeOf = ({ status, body }: { status: number; body: { ERROR?: { code: string } } }) =>
    `${status} ${body.ERROR?.code}`;
  const title = async (lang = 'uz') => (await read('bid-lot', lang)).title;

  test('is public once it is published, in Cyrillic made or corrected, and the shipped text comes back from version 0', async () => {
    cookie = (await app.signIn({ personId: randomUUID(), roles: ['operator'], name: 'Operator' })).cookie;
    const first = (await ask('GET', '')).body as ConsoleHelpPage;
    expect(first).toMatchObject({ version: 0, published: null, scheduled: null, unpublished: false });
    const shipped = await title();
    expect(first.texts.uz.title).toBe(shipped);

    const texts = structuredClone(first.texts);
    texts.uz = { ...texts.uz, title: 'Yangi qoida', body: 'Stavka: {{shop.deposit}}.' };
    const edited = (await ask('PUT', '', { version: 0, texts })).body;
    expect(edited).toMatchObject({ version: 1, unpublished: true, published: null });
    expect(await title()).toBe(shipped);
    expect(codeOf(await ask('PUT', '', { version: 0, texts }))).toBe('409 help-pages.changed');

    expect((await ask('POST', '/publish', { version: 1, atMs: null })).body).toMatchObject({
      version: 2,
      unpublished: false,
      published: { version: 2 },
    });
    expect(await title()).toBe('Yangi qoida');
    expect(await title('uz-cyrl')).toBe('Янги қоида');
    const { blocks } = await read('bid-lot', 'uz');
    expect(blocks).toEqual([{ kind: 'paragraph', text: expect.stringMatching(/^Stavka: [\d.,]+\s?%\.$/) }]);
    const known = await elsewhere.one('bid-lot');
    const there = async () => (await elsewhere.current('bid-lot', 'uz', known.figures.uz)).title;
    await expect.poll(there, { timeout: 10_000 }).toBe('Yangi qoida');
    // A figure that a text names and that is gone: readers get the shipped text, not a gap.
    expect((await elsewhere.current('bid-lot', 'uz', {})).title).toBe(shipped);

    expect((await ask('GET', '/versions/0')).body.texts).toEqual(first.texts);
    expect((await ask('POST', '/restore', { version: 2, from: 0 })).body).toMatchObject({ version: 3 });
    expect(await title()).toBe('Yangi qoida');
    await ask('POST', '/publish', { version: 3, atMs: null });
    expect(await title()).toBe(shipped);
    const { changes } = (await ask('GET', '')).body as ConsoleHelpPage;
    expect(changes.map(({ action, by, restoredFrom }) => [action, by, restoredFrom])).toEqual([
      ['publish', 'Operator', null],
      ['restore', 'Operator', 0],
      ['publish', 'Operator', null],
      ['edit', 'Operator', null],
    ]);
  });

  test('is refused with an unknown placeholder, a lone brace, Cyrillic, a bad link, or a text missing', async () => {
    const { texts, version } = (await ask('GET', '')).body as ConsoleHelpPage;
    const withBody = (body: string) => ({ ...texts, uz: { ...texts.uz, body } });
    const edit = (to: typeof texts) => ask('PUT', '', { version, texts: to });
    const unknown = await edit(withBody('{{shop.nothing}} va {{shop.deposit}} }'));
    expect(codeOf(unknown)).toBe('400 help-pages.placeholder');
    expect(unknown.body.ERROR.details).toEqual({ placeholders: ['shop.nothing', '}'] });
    expect(codeOf(await edit(withBody('Кирилл')))).toBe('400 help-pages.not-latin');
    expect(codeOf(await edit(withBody('[x](javascript:alert)')))).toBe('400 help-pages.bad-link');
    expect(codeOf(await edit(withBody('Karta 8600-1234-5678-9012')))).toBe('400 help-pages.account');
    const saved = await edit({ ...texts, ru: { ...texts.ru, title: '' } });
    expect(codeOf(await ask('POST', '/publish', { version: saved.body.version, atMs: null }))).toBe(
      '422 help-pages.incomplete',
    );
    expect((await ask('POST', '/restore', { version: saved.body.version, from: version })).status).toBe(200);
  });

  test('waits for its instant, is cancelled before it, and gives way to what was published later', async () => {
    const before = await title();
    const next = async (version: number, named: string) => {
      const { texts } = (await ask('GET', '')).body as ConsoleHelpPage;
      const body = { version, texts: { ...texts, uz: { ...texts.uz, title: named } } };
      return (await ask('PUT', '', body)).body.version as number;
    };
    const later = Date.now() + 3_600_000;
    const { version } = (await ask('GET', '')).body as ConsoleHelpPage;
    const planned = await next(version, 'Keyinroq');
    const waiting = await ask('POST', '/publish', { version: planned, atMs: later });
    expect(waiting.body).toMatchObject({ scheduled: { atMs: later }, unpublished: false });
    expect(await title()).toBe(before);
    const ended = await ask('POST', '/cancel', { version: planned + 1 });
    expect(ended.body).toMatchObject({ scheduled: null, unpublished: true });
    expect(codeOf(await ask('POST', '/cancel', { version: planned + 2 }))).toBe(
      '409 help-pages.not-scheduled',
    );
    await ask('POST', '/publish', { version: planned + 2, atMs: later });
    const now = await next(planned + 3, 'Hozir');
    const published = await ask('POST', '/publish', { version: now, atMs: null });
    expect(published.body).toMatchObject({ scheduled: null, published: { version: now + 1 } });
    expect(await title()).toBe('Hozir');
    // Marks of HTML are letters like any other.
    const soon = await next(now + 1, '<b>Ertaga</b>');
    await ask('POST', '/publish', { version: soon, atMs: Date.now() + 1_500 });
    await expect.poll(() => title(), { timeout: 30_000 }).toBe('<b>Ertaga</b>');
  });
});
