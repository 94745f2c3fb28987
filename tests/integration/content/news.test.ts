import { registerNewsRoutes } from '#server/api/index.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createNewsService, WITHOUT_PICTURES, type NewsService } from '#server/domains/content/news/index.ts';
import type { ConsoleNews, NewsTexts } from '#shared/api/site/news.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { NEWS_EDITOR, NEWS_TEXTS } from '../../fixtures/news-samples.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const CONSOLE = '/api/console/news';

let database: TestDatabase;
let app: TestApp;
let news: NewsService;
let operator: string;

beforeAll(async () => {
  database = await testDatabase();
  news = createNewsService({
    db: database.db,
    actions: createActionLog(database.db),
    files: WITHOUT_PICTURES,
  });
  app = await startTestApp((http) => registerNewsRoutes(http, news));
  operator = (await app.signIn({ personId: randomUUID(), roles: ['operator'], name: 'Operator Namuna' }))
    .cookie;
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const draft = () => news.create(randomUUID(), NEWS_TEXTS, NEWS_EDITOR);
const published = async () => news.publish(await draft(), null, NEWS_EDITOR);
const article = (id: number, query = '') => app.call('GET', `/api/shop/news/${id}${query}`);
const change = (method: string, path: string, body: unknown) =>
  app.call(method, `${CONSOLE}${path}`, { cookie: operator, body });
const codeOf = ({ status, body }: { status: number; body: { ERROR?: { code: string } } }) => [
  status,
  body.ERROR?.code,
];

describe('a news item', () => {
  test('is written, published, corrected and withdrawn, and each step is in its history', async () => {
    const made = await change('POST', '', { requestId: randomUUID(), texts: NEWS_TEXTS });
    const { id } = made.body as ConsoleNews;
    expect(made.body).toMatchObject({ state: 'draft', version: 1, publishAtMs: null });
    expect((await article(id)).status).toBe(404);

    const shown = await change('POST', `/${id}/publish`, { version: 1, atMs: null });
    expect(shown.body).toMatchObject({ state: 'published', version: 2 });
    expect((await article(id)).body).toMatchObject({ title: 'Yangi imkoniyat', correctedAtMs: null });

    const texts = { ...NEWS_TEXTS, ru: { ...NEWS_TEXTS.ru, title: 'Исправлено' } };
    const edited = await change('PUT', `/${id}`, { version: 2, texts });
    expect(edited.body).toMatchObject({ state: 'published', version: 3 });
    expect((await article(id, '?lang=ru')).body).toMatchObject({
      title: 'Исправлено',
      correctedAtMs: expect.any(Number),
    });

    const gone = await change('POST', `/${id}/withdraw`, { version: 3 });
    expect((await article(id)).status).toBe(404);
    expect((gone.body as ConsoleNews).changes.map(({ action, by }) => `${action} ${by}`)).toEqual([
      'withdraw Operator Namuna',
      'edit Operator Namuna',
      'publish Operator Namuna',
      'create Operator Namuna',
    ]);
    const again = await change('POST', `/${id}/publish`, { version: 4, atMs: null });
    expect(again.body).toMatchObject({ state: 'published', version: 5 });
    expect((await article(id)).status).toBe(200);
  });

  test('is read in the language asked for: Cyrillic from Latin, and Uzbek where English was not written', async () => {
    const { id } = await published();
    expect((await article(id, '?lang=uz-cyrl')).body).toMatchObject({
      language: 'uz-Cyrl',
      title: 'Янги имконият',
      blocks: [
        { kind: 'heading', text: 'Нима ўзгарди' },
        { kind: 'paragraph', text: 'Матн.' },
        { kind: 'list', ordered: false, items: ['бир', 'икки'] },
      ],
    });
    expect((await article(id, '?lang=en')).body).toMatchObject({ language: 'uz', title: 'Yangi imkoniyat' });
    const byPage = await app.call('GET', `/api/shop/news/${id}`, { headers: { 'accept-language': 'ru' } });
    expect(byPage.body).toMatchObject({ language: 'ru', title: 'Новая возможность' });
  });

  test('appears at its instant and not before', async () => {
    const { id } = await draft();
    const later = await change('POST', `/${id}/publish`, { version: 1, atMs: Date.now() + 3_600_000 });
    expect(later.body).toMatchObject({ state: 'scheduled' });
    expect((await article(id)).status).toBe(404);
    await database.pool.query(`update news_item set publish_at = now() - interval '1 s' where id = $1`, [id]);
    expect((await article(id)).status).toBe(200);
    expect((await news.one(id)).state).toBe('published');
  });

  test('is not public with a text missing, and a public one keeps all of its texts', async () => {
    const unfinished: NewsTexts = { ...NEWS_TEXTS, ru: { ...NEWS_TEXTS.ru, body: '' } };
    const { id } = await news.create(randomUUID(), unfinished, NEWS_EDITOR);
    const refused = await change('POST', `/${id}/publish`, { version: 1, atMs: null });
    expect(refused.status).toBe(422);
    expect(refused.body.ERROR).toMatchObject({ code: 'news.incomplete', details: { missing: ['ru.body'] } });
    const half: NewsTexts = { ...NEWS_TEXTS, en: { title: 'Half', summary: '', body: '' } };
    const english = await news.create(randomUUID(), half, NEWS_EDITOR);
    expect(codeOf(await change('POST', `/${english.id}/publish`, { version: 1, atMs: null }))).toEqual([
      422,
      'news.incomplete',
    ]);
    const open = await published();
    expect(codeOf(await change('PUT', `/${open.id}`, { version: open.version, texts: unfinished }))).toEqual([
      422,
      'news.incomplete',
    ]);
    expect((await article(open.id)).status).toBe(200);
  });

  test('takes no Cyrillic letters where Uzbek Latin is written', async () => {
    const texts = { ...NEWS_TEXTS, uz: { ...NEWS_TEXTS.uz, title: 'Янгилик' } };
    expect(codeOf(await change('POST', '', { requestId: randomUUID(), texts }))).toEqual([
      400,
      'news.not-latin',
    ]);
  });

  test('changed by two people at once keeps the first change and tells the second', async () => {
    const { id } = await draft();
    const edit = (title: string) =>
      change('PUT', `/${id}`, {
        version: 1,
        texts: { ...NEWS_TEXTS, uz: { ...NEWS_TEXTS.uz, title } },
      });
    const answers = await Promise.all(['Birinchi', 'Ikkinchi', 'Uchinchi'].map(edit));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.ERROR.code).toBe('news.changed');
    expect((await news.one(id)).version).toBe(2);
  });

  test('sent twice is one draft', async () => {
    const body = { requestId: randomUUID(), texts: NEWS_TEXTS };
    const [one, two] = await Promise.all([change('POST', '', body), change('POST', '', body)]);
    expect(one.body.id).toBe(two.body.id);
    expect((await news.one(one.body.id)).changes).toHaveLength(1);
  });

  test('sent again with other texts is refused, also after a change, and by somebody else', async () => {
    const body = { requestId: randomUUID(), texts: NEWS_TEXTS };
    const { id } = (await change('POST', '', body)).body as ConsoleNews;
    const texts = { ...NEWS_TEXTS, ru: { ...NEWS_TEXTS.ru, title: 'Дополнено' } };
    const reused = [422, 'news.request-reused'];
    expect(codeOf(await change('POST', '', { ...body, texts }))).toEqual(reused);
    expect((await change('PUT', `/${id}`, { version: 1, texts })).status).toBe(200);
    expect((await change('POST', '', body)).body).toMatchObject({ id, version: 2 });
    expect(codeOf(await change('POST', '', { ...body, texts }))).toEqual(reused);
    const { cookie } = await app.signIn({
      personId: randomUUID(),
      roles: ['operator'],
      name: 'Somebody else',
    });
    expect(codeOf(await app.call('POST', CONSOLE, { cookie, body }))).toEqual(reused);
    expect((await news.one(id)).changes).toHaveLength(2);
  });

  test('is withdrawn only while it is public, and published only while it is not', async () => {
    const { id } = await draft();
    expect(codeOf(await change('POST', `/${id}/withdraw`, { version: 1 }))).toEqual([409, 'news.not-public']);
    await change('POST', `/${id}/publish`, { version: 1, atMs: null });
    expect(codeOf(await change('POST', `/${id}/publish`, { version: 2, atMs: null }))).toEqual([
      409,
      'news.already-public',
    ]);
    expect(codeOf(await change('POST', `/999999/withdraw`, { version: 1 }))).toEqual([404, 'not-found']);
  });

  test('takes an earlier version again as its newest, and says which one it was', async () => {
    const { id } = await published();
    const texts = { ...NEWS_TEXTS, ru: { ...NEWS_TEXTS.ru, title: 'Второй' } };
    await change('PUT', `/${id}`, { version: 2, texts });
    const earlier = await app.call('GET', `${CONSOLE}/${id}/versions/2`, { cookie: operator });
    expect(earlier.body).toMatchObject({ version: 2, action: 'publish', texts: NEWS_TEXTS });
    expect((await article(id, '?lang=ru')).body.title).toBe('Второй');

    const back = await change('POST', `/${id}/restore`, { version: 3, from: 1 });
    expect(back.body).toMatchObject({ version: 4, state: 'published', texts: NEWS_TEXTS });
    expect(back.body.changes[0]).toMatchObject({ action: 'restore', restoredFrom: 1 });
    expect((await article(id, '?lang=ru')).body.title).toBe('Новая возможность');

    expect(codeOf(await change('POST', `/${id}/restore`, { version: 3, from: 1 }))).toEqual([
      409,
      'news.changed',
    ]);
    for (const from of [4, 99])
      expect((await change('POST', `/${id}/restore`, { version: 4, from })).status).toBe(404);
    expect((await change('POST', `/${id}/restore`, { version: 4, from: 0 })).status).toBe(400);
    const none = await app.call('GET', `${CONSOLE}/${id}/versions/99`, { cookie: operator });
    expect(none.status).toBe(404);
  });

  test('does not become public with the unfinished texts of an earlier version', async () => {
    const half = { ...NEWS_TEXTS, ru: { ...NEWS_TEXTS.ru, body: '' } };
    const { id } = await news.create(randomUUID(), half, NEWS_EDITOR);
    await change('PUT', `/${id}`, { version: 1, texts: NEWS_TEXTS });
    await change('POST', `/${id}/publish`, { version: 2, atMs: null });
    expect(codeOf(await change('POST', `/${id}/restore`, { version: 3, from: 1 }))).toEqual([
      422,
      'news.incomplete',
    ]);
  });

  test('written before Cyrillic could be corrected is read and restored as it was', async () => {
    const { rows } = await database.pool.query(
      `insert into news_item (request_id, texts) values ($1, $2) returning id`,
      [randomUUID(), JSON.stringify({ uz: NEWS_TEXTS.uz, ru: NEWS_TEXTS.ru, en: NEWS_TEXTS.en })],
    );
    const { id } = rows[0];
    await database.pool.query(
      `insert into news_change (news_id, version, action, person_id, person_name, texts)
       select id, 1, 'create', 'x', 'x', texts from news_item where id = $1`,
      [id],
    );
    expect((await news.one(id)).texts).toEqual(NEWS_TEXTS);
    expect((await change('POST', `/${id}/publish`, { version: 1, atMs: null })).status).toBe(200);
    expect((await change('POST', `/${id}/restore`, { version: 2, from: 1 })).body.version).toBe(3);
    expect((await article(id, '?lang=uz-cyrl')).body.title).toBe('Янги имконият');
  });

  test('shows Cyrillic as it was corrected by hand', async () => {
    const { id } = await published();
    const texts = { ...NEWS_TEXTS, 'uz-Cyrl': { title: 'Тузатилган', summary: '', body: '' } };
    await change('PUT', `/${id}`, { version: 2, texts });
    expect((await article(id, '?lang=uz-cyrl')).body).toMatchObject({
      title: 'Тузатилган',
      summary: 'Қисқача ғоя.',
    });
  });

  test.each([
    ['[x](javascript:alert(1))', 'news.bad-link'],
    ['Matn [x](data:text/html,1) matn', 'news.bad-link'],
    ['[x](//evil.example)', 'news.bad-link'],
    ['BHM {{bhm}}', 'news.placeholder'],
    ['Pay to 2020 8000 9001 2345 6789', 'news.account'],
    // Lines of a note are joined: readers see the sixteen digits of a card one after the other.
    ['> 8600\n> 1234\n> 5678\n> 9012', 'news.account'],
    ['## 8600\n\n## 1234\n\n## 5678\n\n## 9012', 'news.account'],
    ['| a | b |\n| 8600 | x |\n| 1234 | x |\n| 5678 | x |\n| 9012 | x |', 'news.account'],
    ['Pay to 8600, 1234, 5678, 9012', 'news.account'],
    ['Pay to 8️⃣6️⃣0️⃣0️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣0️⃣1️⃣2️⃣', 'news.account'],
    ['Pay to ⑧⑥⓪⓪①②③④⑤⑥⑦⑧⑨⓪①②', 'news.account'],
  ])('is refused with %s in its text', async (body, code) => {
    const texts = { ...NEWS_TEXTS, ru: { ...NEWS_TEXTS.ru, body } };
    expect(codeOf(await change('POST', '', { requestId: randomUUID(), texts }))).toEqual([400, code]);
  });

  test('leaves scripts in its text plain text', async () => {
    const body = '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>';
    const texts = { ...NEWS_TEXTS, uz: { ...NEWS_TEXTS.uz, body } };
    const { id } = await news.create(randomUUID(), texts, NEWS_EDITOR);
    await change('POST', `/${id}/publish`, { version: 1, atMs: null });
    expect((await article(id)).body.blocks).toEqual([
      { kind: 'paragraph', text: '<script>alert(1)</script>' },
      { kind: 'paragraph', text: '<img src=x onerror=alert(1)>' },
    ]);
  });

  test('leaves each of its changes in the log of what the person did', async () => {
    const by = { personId: randomUUID(), name: 'Log' };
    const item = await news.create(randomUUID(), NEWS_TEXTS, by);
    await news.publish(item, null, by);
    const { rows } = await database.pool.query(
      'select type, action from person_action where person_id = $1 order by id',
      [by.personId],
    );
    expect(rows).toEqual([
      { type: 'news', action: 'create' },
      { type: 'news', action: 'publish' },
    ]);
  });

  test('has a history that no one rewrites', async () => {
    await draft();
    await expect(database.pool.query(`update news_change set person_name = 'x'`)).rejects.toThrow(
      'append-only',
    );
    await expect(database.pool.query('delete from news_change')).rejects.toThrow('append-only');
  });
});

test('the list shows public items, the newest first, page by page', async () => {
  const [older, newer] = [await published(), await published()];
  await draft();
  const { body } = await app.call('GET', '/api/shop/news?size=2&lang=ru');
  expect(body.items.map(({ id }: { id: number }) => id)).toEqual([newer.id, older.id]);
  const second = await app.call('GET', '/api/shop/news?size=2&page=2');
  expect(second.body.total).toBe(body.total);
  expect(second.body.items.map(({ id }: { id: number }) => id)).not.toContain(newer.id);
  const states = await app.call('GET', `${CONSOLE}?state=draft`, { cookie: operator });
  expect(new Set(states.body.items.map(({ state }: { state: string }) => state))).toEqual(new Set(['draft']));
});

test.each([
  [{ texts: NEWS_TEXTS }],
  [{ requestId: 'not-an-id', texts: NEWS_TEXTS }],
  [{ requestId: randomUUID(), texts: { uz: NEWS_TEXTS.uz } }],
  [{ requestId: randomUUID(), texts: { ...NEWS_TEXTS, ru: { ...NEWS_TEXTS.ru, title: 'x'.repeat(121) } } }],
  [{ requestId: randomUUID(), texts: { ...NEWS_TEXTS, de: NEWS_TEXTS.uz } }],
  [{ requestId: randomUUID(), texts: NEWS_TEXTS, state: 'published' }],
])('a malformed draft is refused: %j', async (body) => {
  expect((await change('POST', '', body)).status).toBe(400);
});
