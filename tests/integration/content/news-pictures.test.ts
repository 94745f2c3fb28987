import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createNewsService, type NewsService } from '#server/domains/content/news/index.ts';
import { newsPicturesOwner } from '#server/domains/content/news/news-pictures.ts';
import { addImage } from '#shared/api/cabinet/files.ts';
import type { Role } from '#shared/api/contract.ts';
import { formOf } from '../../fixtures/file-samples.ts';
import { startFilesApp, type FilesApp } from '../../fixtures/files-app.ts';
import { NEWS_EDITOR, NEWS_TEXTS } from '../../fixtures/news-samples.ts';
import { pdf, picture } from '../../fixtures/sample-files.ts';

let fixture: FilesApp;
let news: NewsService;
const roles = new Map<string, Role[]>();

beforeAll(async () => {
  fixture = await startFilesApp();
  const { files, database } = fixture;
  const accounts = { byId: (id: string) => Promise.resolve({ roles: roles.get(id) ?? [] }) };
  files.registerOwner(newsPicturesOwner(database.db, accounts, files));
  news = createNewsService({ db: database.db, actions: createActionLog(database.db), files });
});
afterAll(() => fixture.close());

const signIn = async (role: Role) => {
  const { cookie, person } = await fixture.app.signIn({ personId: randomUUID(), roles: [role] });
  roles.set(person.personId, [role]);
  return cookie;
};
const upload = async (cookie: string, ownerId: number, file?: { name: string; bytes: Buffer }) => {
  const query = new URLSearchParams({ owner: 'news', ownerId: String(ownerId), uploadId: randomUUID() });
  const form = formOf(file ?? { name: 'a.jpg', bytes: await picture() });
  return fixture.app.call('POST', `${addImage.path}?${query}`, { form, cookie });
};
const draft = () => news.create(randomUUID(), NEWS_TEXTS, NEWS_EDITOR);
const isServed = async (url: string) => (await fetch(`${fixture.app.url}${url}`)).status;
const images = (cookie: string, ownerId: number) =>
  fixture.app.call('GET', `/api/shop/file/images?owner=news&ownerId=${ownerId}`, { cookie });

test('pictures of news are changed by those who write news and by no one else', async () => {
  const { id } = await draft();
  const operator = await signIn('operator');
  expect((await upload(operator, id)).status).toBe(200);
  for (const role of ['buyer', 'customer', 'moderator', 'auditor'] as const)
    expect((await upload(await signIn(role), id)).status, role).toBe(404);
  expect((await upload(operator, 999_999)).status).toBe(404);
  expect((await images(operator, id)).body.items).toHaveLength(1);
  expect((await images(await signIn('auditor'), id)).status).toBe(200);
  expect((await images(await signIn('buyer'), id)).status).toBe(404);
});

test('pictures of news are not changed in a session from which roles of staff are withheld', async () => {
  const { id } = await draft();
  const { cookie: whole, person } = await fixture.app.signIn({ personId: randomUUID(), roles: ['operator'] });
  roles.set(person.personId, ['operator']);
  const { file } = (await upload(whole, id)).body as { file: { id: number } };
  // As without a second factor: the account has the role, and this session has not.
  const { cookie } = await fixture.app.signIn({ personId: person.personId, roles: ['buyer'] });
  expect((await upload(cookie, id)).status).toBe(404);
  const body = { owner: 'news', ownerId: id, fileId: file.id };
  for (const [path, more] of [
    ['images/mark-as-main', {}],
    ['images/show', { visible: false }],
    ['delete', {}],
  ] as const)
    expect(
      (await fixture.app.call('POST', `/api/shop/file/${path}`, { cookie, body: { ...body, ...more } }))
        .status,
      path,
    ).toBe(404);
  expect((await images(whole, id)).body.items).toMatchObject([{ id: file.id, visible: true }]);
});

test('a picture that is broken or no picture is refused', async () => {
  const { id } = await draft();
  const operator = await signIn('operator');
  const whole = await picture('png');
  const broken = { name: 'a.png', bytes: whole.subarray(0, Math.floor(whole.length / 2)) };
  expect((await upload(operator, id, broken)).status).toBeGreaterThanOrEqual(400);
  expect((await upload(operator, id, { name: 'a.jpg', bytes: pdf() })).status).toBeGreaterThanOrEqual(400);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  expect((await upload(operator, id, { name: 'a.png', bytes: svg })).status).toBeGreaterThanOrEqual(400);
  expect((await images(operator, id)).body.items).toEqual([]);
});

test('pictures are public with their item, also those added later, and not after it', async () => {
  const { id } = await draft();
  const operator = await signIn('operator');
  await upload(operator, id);
  expect((await news.list('uz', { page: 1, size: 10 })).items).toEqual([]);

  await news.publish({ id, version: 1 }, null, NEWS_EDITOR);
  await upload(operator, id);
  const article = await news.article(id, 'uz');
  const address = article?.picture?.sizes[0]?.url ?? '';
  expect(article?.morePictures).toHaveLength(1);
  expect(await isServed(address)).toBe(200);
  const [listed] = (await news.list('uz', { page: 1, size: 10 })).items;
  expect(listed?.picture).toEqual(article?.picture);

  const other = await draft();
  const uploaded = await upload(operator, other.id);
  const hidden = uploaded.body.file.sizes[0].url as string;
  expect(await isServed(hidden)).not.toBe(200);

  await news.withdraw({ id, version: 2 }, NEWS_EDITOR);
  const { rows } = await fixture.database.pool.query(
    `select count(*)::int as public from uploaded_file
     where owner = 'news' and owner_id = $1 and published_at is not null`,
    [id],
  );
  expect(rows[0].public).toBe(0);
});
