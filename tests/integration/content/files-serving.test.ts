import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMissedNames } from '#server/domains/content/files/missed-names.ts';
import { startFilesApp, type FilesApp } from '../../fixtures/files-app.ts';
import { pdf, pdfWithPhoto, photo, picture, zip } from '../../fixtures/sample-files.ts';
import { zipParts } from '../../fixtures/unzipped.ts';
import { eventually } from '../../fixtures/services.ts';

let fixture: FilesApp;
let me: Awaited<ReturnType<FilesApp['owner']>>;
const cookies = { visitor: '', stranger: '', reader: '', staff: '', owner: '' };
let imageId: number;
let documentId: number;
const original = await picture();
const document = pdf();

beforeAll(async () => {
  fixture = await startFilesApp();
  me = await fixture.owner();
  const reader = await fixture.app.signIn();
  fixture.orders.get(me.ownerId)!.readers = [reader.person.personId];
  cookies.owner = me.cookie;
  cookies.reader = reader.cookie;
  cookies.stranger = (await fixture.app.signIn()).cookie;
  cookies.staff = (await fixture.app.signIn({ roles: ['moderator'] })).cookie;
  imageId = (await fixture.upload('image', me, { name: 'a.jpg', bytes: original })).body.file.id;
  documentId = (await fixture.upload('document', me, { name: 'a.pdf', bytes: document })).body.file.id;
});
afterAll(() => fixture.close());

const get = (path: string, cookie = '', headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${fixture.app.url}${path}`, { method, headers: { ...(cookie ? { cookie } : {}), ...headers } });
const post = (what: string, body: object) =>
  fixture.app.call('POST', `/api/shop/file/${what}`, {
    body: { owner: 'order', ownerId: me.ownerId, ...body },
    cookie: me.cookie,
  });
/** Statuses by who asks. */
async function asked(path: string): Promise<Record<string, number>> {
  const statuses = await Promise.all(
    Object.entries(cookies).map(async ([who, cookie]) => [who, (await get(path, cookie)).status] as const),
  );
  return Object.fromEntries(statuses);
}
const publish = () =>
  fixture.files.publishPhotos(fixture.database.db, { owner: 'order', ownerId: me.ownerId });

describe('who sees', () => {
  test('an image: its owner, participants and staff; hidden, no participants', async () => {
    const path = `/api/shop/file/picture/${imageId}/320`;
    const all = { visitor: 401, stranger: 404, reader: 200, staff: 200, owner: 200 };
    expect(await asked(path)).toEqual(all);
    await post('images/show', { fileId: imageId, visible: false });
    expect(await asked(path)).toEqual({ ...all, reader: 404 });
    await post('images/show', { fileId: imageId, visible: true });
    expect(await asked(`/api/shop/file/picture/${imageId}/321`)).toMatchObject({ owner: 404 });
  });

  test('a document: as many, and everybody once it and its owner are public', async () => {
    const path = `/api/shop/file/document/${documentId}`;
    const all = { visitor: 404, stranger: 404, reader: 200, staff: 200, owner: 200 };
    expect(await asked(path)).toEqual(all);
    fixture.orders.get(me.ownerId)!.published = true;
    expect(await asked(path)).toEqual(all);
    await post('documents/publish', { fileId: documentId, isPublic: true });
    expect(await asked(path)).toEqual({ ...all, visitor: 200, stranger: 200 });
    fixture.orders.get(me.ownerId)!.published = false;
    expect(await asked(path)).toEqual(all);
  });

  test.each(['.pdf', '.docx'])('photos in a %s without the place where they were taken', async (ending) => {
    const taken = await photo();
    const types = Buffer.from('<Types><Default Extension="jpeg" ContentType="image/jpeg"/></Types>');
    const sent =
      ending === '.pdf'
        ? pdfWithPhoto(taken)
        : zip([
            { name: '[Content_Types].xml', content: types },
            { name: 'word/document.xml', content: Buffer.from('<w/>') },
            { name: 'word/media/image1.jpeg', content: taken },
          ]);
    const { body } = await fixture.upload('document', me, { name: `b${ending}`, bytes: sent });
    if (!body.file) throw new Error(JSON.stringify(body));
    const { id } = body.file;
    const served = Buffer.from(
      await (await get(`/api/shop/file/document/${id}`, cookies.reader)).arrayBuffer(),
    );
    const photoIn = (bytes: Buffer) =>
      ending === '.pdf' ? bytes : zipParts(bytes).get('word/media/image1.jpeg')!;
    expect(photoIn(sent).includes('GPS-here')).toBe(true);
    expect(photoIn(served).includes('GPS-here')).toBe(false);
    const whole = await (await get(`/api/console/files/${id}/original`, cookies.staff)).arrayBuffer();
    expect(Buffer.from(whole).equals(sent)).toBe(true);
    await fixture.database.pool.query(
      'update file_blob set clean_name = null, clean_bytes = null, clean_after = now()',
    );
    while ((await fixture.files.cleanPictures()) > 0);
    const { rows } = await fixture.database.pool.query(
      `select media_type, clean_name is null as whole, clean_after from file_blob where media_type = 'application/pdf'`,
    );
    // The one without photos is not looked at again.
    expect(rows).toContainEqual({ media_type: 'application/pdf', whole: true, clean_after: null });
    const again = await get(`/api/shop/file/document/${id}`, cookies.reader);
    expect(Buffer.from(await again.arrayBuffer()).equals(served)).toBe(true);
  });

  test('an original: staff alone, exactly as it was sent', async () => {
    const path = `/api/console/files/${imageId}/original`;
    expect(await asked(path)).toEqual({ visitor: 401, stranger: 403, reader: 403, staff: 200, owner: 403 });
    const answer = await get(path, cookies.staff);
    expect(Buffer.from(await answer.arrayBuffer()).equals(original)).toBe(true);
    expect(answer.headers.get('content-disposition')).toContain('attachment');
  });

  test('a list: others learn nothing of it', async () => {
    const path = `/api/shop/file/images?owner=order&ownerId=${me.ownerId}`;
    expect(await asked(path)).toEqual({ visitor: 401, stranger: 404, reader: 200, staff: 200, owner: 200 });
    expect(await asked('/api/shop/file/images?owner=order&ownerId=999')).toMatchObject({ owner: 404 });
  });
});

describe('a public image', () => {
  test('has an address only once it is published, for ever the same content, and loses it when hidden', async () => {
    const { rows } = await fixture.database.pool.query<{ name: string }>(
      'select name from file_variant limit 1',
    );
    // A name that was never requested, so that no look-up of before answers.
    expect((await get(`/files/${'0'.repeat(32)}.webp`)).status).toBe(404);
    expect((await get(`/files/${rows[0]?.name}.webp`)).status).toBe(404);
    const [photo] = await publish();
    const url = photo?.sizes[0]?.url ?? '';
    // A name that was missed is not looked up again within a second.
    const answer = await eventually(async () => {
      const found = await get(url);
      return found.status === 200 ? found : null;
    }, 'the published picture');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const listed = await fixture.files.photosOf('order', [me.ownerId, 999]);
    expect([...listed]).toEqual([[me.ownerId, [photo]]]);
    await post('images/show', { fileId: imageId, visible: false });
    expect([...(await fixture.files.photosOf('order', [me.ownerId]))]).toEqual([]);
    await post('images/show', { fileId: imageId, visible: true });
  });

  test.each([
    '/files/..%2f..%2fetc%2fpasswd',
    '/files/a.webp',
    `/files/${'0'.repeat(32)}`,
    '/files/%00.webp',
  ])('%s is none', async (path) => expect([400, 404]).toContain((await get(path)).status));
});

describe('a part of a file', () => {
  const path = () => `/api/shop/file/document/${documentId}`;
  const size = document.length;
  test.each([
    ['bytes=0-9', 206, [0, 10], `bytes 0-9/${size}`],
    ['bytes=10-', 206, [10, size], `bytes 10-${size - 1}/${size}`],
    ['bytes=-5', 206, [size - 5, size], `bytes ${size - 5}-${size - 1}/${size}`],
    [`bytes=5-${size * 2}`, 206, [5, size], `bytes 5-${size - 1}/${size}`],
    [`bytes=${size}-`, 416, [0, 0], `bytes */${size}`],
    ['bytes=-0', 416, [0, 0], `bytes */${size}`],
    ['bytes=9-3', 200, [0, size], null],
    ['bytes=0-1,3-4', 200, [0, size], null],
    ['lines=1-2', 200, [0, size], null],
  ] as const)('%s is answered %i', async (range, status, [from, to], contentRange) => {
    const answer = await get(path(), cookies.owner, { range });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(Buffer.from(await answer.arrayBuffer()).equals(document.subarray(from, to))).toBe(true);
  });

  test('is the whole where the rest is of other bytes, and nothing where all of it is there', async () => {
    const whole = await get(path(), cookies.owner);
    const tag = whole.headers.get('etag') ?? '';
    const ask = (headers: Record<string, string>, method = 'GET') =>
      get(path(), cookies.owner, headers, method);
    expect((await ask({ range: 'bytes=0-1', 'if-range': tag })).status).toBe(206);
    expect((await ask({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    expect((await ask({ 'if-none-match': tag })).status).toBe(304);
    const head = await ask({}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(size),
      '',
    ]);
  });
});

test('invented names cost a network at most so many look-ups a minute, and none twice in a second', async () => {
  let now = 0;
  let lookUps = 0;
  const missed = createMissedNames({ perMinute: 3, now: () => now });
  const ask = (name: string, network = 'a', found: string | null = null) =>
    missed.lookUp(name, network, () => {
      lookUps += 1;
      return Promise.resolve(found);
    });
  expect([await ask('1'), await ask('1'), lookUps]).toEqual([null, null, 1]);
  expect(await ask('there', 'a', 'found')).toBe('found');
  await Promise.all([ask('2'), ask('3')]);
  await expect(ask('4')).rejects.toMatchObject({ status: 429 });
  await expect(ask('there', 'a', 'found')).rejects.toMatchObject({ status: 429 });
  expect(await ask('there', 'b', 'found')).toBe('found');
  now = 60_001;
  lookUps = 0;
  expect([await ask('1'), lookUps]).toEqual([null, 1]);
});

test('many requests for invented names are answered "too often", and known pictures are served on', async () => {
  const [photo] = await publish();
  const url = photo?.sizes[0]?.url ?? '';
  await eventually(async () => (await get(url)).status === 200, 'the picture');
  const statuses = await Promise.all(
    Array.from({ length: 310 }, (_, n) =>
      get(`/files/f${n.toString(16).padStart(31, '0')}.webp`).then(({ status }) => status),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
  expect((await get(url)).status).toBe(200);
});
