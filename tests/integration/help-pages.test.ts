import { registerPageRoutes } from '#server/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReferenceRepository, createReferenceService } from '#server/domains/reference/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { HELP_PAGES, type HelpPage, type PageBlock } from '#shared/api/pages.ts';
import { startTestApp, type TestApp } from '../fixtures/app.ts';
import { testDatabase, type TestDatabase } from '../fixtures/services.ts';

const LANGUAGES = ['uz', 'ru', 'uz-cyrl', 'en'] as const;
let database: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  database = await testDatabase();
  const reference = createReferenceService(createReferenceRepository(database.db));
  const hours = { opens: '08:30', closes: '17:45' };
  app = await startTestApp((http) => registerPageRoutes(http, { reference, texts: loadTexts(), hours }));
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
