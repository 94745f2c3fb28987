import { randomUUID } from 'node:crypto';
import { createConnection } from 'node:net';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { IMAGE_LIMITS } from '#shared/api/cabinet/files.ts';
import { startFilesApp, type FilesApp } from '../../fixtures/files-app.ts';
import { hostileFiles } from '../../fixtures/hostile-files.ts';
import { docx, pdf, picture, xlsx } from '../../fixtures/sample-files.ts';
import { eventually } from '../../fixtures/services.ts';

let fixture: FilesApp;
beforeAll(async () => {
  fixture = await startFilesApp();
});
afterAll(() => fixture.close());
/** Whatever happened, no upload is left behind. */
afterEach(async () => {
  await eventually(async () => (await underWay()).length === 0, 'uploads to be removed');
});

const underWay = async () =>
  (await fixture.onDisk()).filter((file) => file.startsWith(fixture.incomingFolder));
const list = async (kind: 'images' | 'documents', { cookie, ownerId }: { cookie: string; ownerId: number }) =>
  (await fixture.app.call('GET', `/api/shop/file/${kind}?owner=order&ownerId=${ownerId}`, { cookie })).body;
const post = (what: string, { cookie, ownerId }: { cookie: string; ownerId: number }, body: object) =>
  fixture.app.call('POST', `/api/shop/file/${what}`, { body: { owner: 'order', ownerId, ...body }, cookie });

describe('an image', () => {
  test('is stored with its sizes, a placeholder and nothing but pixels', async () => {
    const me = await fixture.owner();
    const bytes = await sharp(await picture('jpeg', 1_000, 600))
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Copyright: 'Anvar' },
        IFD3: { GPSLatitude: '41/1 18/1 0/1', GPSLatitudeRef: 'N' },
      })
      .jpeg()
      .toBuffer();
    expect(bytes.includes('Anvar')).toBe(true);
    const { status, body } = await fixture.upload('image', me, { name: 'hovli.JPG', bytes });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      repeated: false,
      file: {
        name: 'hovli.jpg',
        type: 'image/jpeg',
        width: 600,
        height: 1_000,
        sizeBytes: bytes.length,
        isMain: true,
        visible: true,
        position: 0,
        sizes: [
          { width: 320, height: 533 },
          { width: 600, height: 1_000 },
        ],
      },
    });
    expect(body.file.blur.length).toBeLessThanOrEqual(600);
    for (const size of body.file.sizes) {
      const answer = await fetch(`${fixture.app.url}${size.url}`, { headers: { cookie: me.cookie } });
      const served = Buffer.from(await answer.arrayBuffer());
      const facts = await sharp(served).metadata();
      expect(facts).toMatchObject({ format: 'webp', width: size.width, height: size.height });
      expect(facts.exif ?? facts.icc ?? facts.xmp ?? facts.orientation).toBeUndefined();
    }
  });

  test('of the same content is stored once', async () => {
    const [me, other] = [await fixture.owner(), await fixture.owner()];
    const bytes = await picture();
    await fixture.upload('image', me, { name: 'a.jpg', bytes });
    const before = (await fixture.onDisk()).length;
    await fixture.upload('image', other, { name: 'b.jpg', bytes });
    expect((await fixture.onDisk()).length).toBe(before);
    // The copy that readers of a document get, once.
    for (let n = 0; n < 2; n += 1) await fixture.upload('document', other, { name: 'b.jpg', bytes });
    expect((await fixture.onDisk()).length).toBe(before + 1);
  });

  test('sent again with its id is one file, also at the same time', async () => {
    const me = await fixture.owner();
    const [uploadId, file] = [randomUUID(), { name: 'a.jpg', bytes: await picture() }];
    const both = await Promise.all([1, 2].map(() => fixture.upload('image', me, file, uploadId)));
    expect(both.map(({ body }) => body.repeated).toSorted()).toEqual([false, true]);
    const again = await fixture.upload('image', me, file, uploadId);
    expect(again.body).toMatchObject({ repeated: true, file: { id: both[0]?.body.file.id } });
    expect((await list('images', me)).items).toHaveLength(1);
    expect((await fixture.upload('document', me, file, uploadId)).body.ERROR.code).toBe(
      'files.upload-id-used',
    );
  });

  test('beyond the twentieth is refused, however many come at once', async () => {
    const me = await fixture.owner();
    const bytes = await picture('jpeg', 40, 30);
    const all = await Promise.all(
      Array.from({ length: 21 }, (_, n) => fixture.upload('image', me, { name: `${n}.jpg`, bytes })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(all.find(({ status }) => status !== 200)?.body.ERROR.code).toBe('files.too-many');
    const { items } = await list('images', me);
    expect(items.map(({ position }: { position: number }) => position)).toEqual([...items.keys()]);
    expect(items.filter(({ isMain }: { isMain: boolean }) => isMain)).toHaveLength(1);
  });

  test('beyond 20 MB of the set is refused before it is sent', async () => {
    const me = await fixture.owner();
    const announced = IMAGE_LIMITS.totalBytes + 100_000;
    const answer = await raw(me, ['Content-Length: ' + announced, ''], '');
    expect(answer).toContain('413');
    expect(answer).toContain('files.set-too-large');
  });
});

describe('a document', () => {
  test.each([
    ['dalolatnoma.pdf', pdf],
    ['shartnoma.docx', docx],
    ['jadval.xlsx', xlsx],
  ])('%s is stored as it is and served as an attachment', async (name, make) => {
    const me = await fixture.owner();
    const bytes = make();
    const { body } = await fixture.upload('document', me, { name, bytes });
    expect(body.file).toMatchObject({ name, isPublic: false });
    const answer = await fetch(`${fixture.app.url}${body.file.url}`, { headers: { cookie: me.cookie } });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(answer.headers.get('content-disposition')).toContain(`attachment; filename="${name}"`);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each(['jpeg', 'png'] as const)(
    'that is a picture in %s is served without place and author',
    async (format) => {
      const me = await fixture.owner();
      const exif = {
        IFD0: { Artist: 'Madina', Copyright: 'M' },
        IFD3: { GPSLatitude: '41/1 18/1 0/1', GPSLatitudeRef: 'N' },
      };
      const bytes = await sharp(await picture(format))
        .withExif(exif)
        .toBuffer();
      expect((await sharp(bytes).metadata()).exif?.includes('Madina')).toBe(true);
      const { body } = await fixture.upload('document', me, { name: `a.${format}`, bytes });
      const answer = await fetch(`${fixture.app.url}${body.file.url}`, { headers: { cookie: me.cookie } });
      const served = Buffer.from(await answer.arrayBuffer());
      const facts = await sharp(served).metadata();
      expect(facts).toMatchObject({ format, width: 480, height: 360 });
      expect(facts.exif ?? facts.icc ?? facts.xmp ?? facts.iptc ?? facts.comments).toBeUndefined();
      expect(served.includes('Madina')).toBe(false);
    },
  );

  test('that an earlier release stored with place and author is not served until it has a copy without them', async () => {
    const me = await fixture.owner();
    const exif = { IFD0: { Artist: 'Madina' } };
    const bytes = await sharp(await picture())
      .withExif(exif)
      .toBuffer();
    const { body } = await fixture.upload('document', me, { name: 'a.jpg', bytes });
    const read = () => fetch(`${fixture.app.url}${body.file.url}`, { headers: { cookie: me.cookie } });
    await fixture.database.pool.query(
      "update file_blob set clean_name = null, clean_bytes = null, clean_after = now() where media_type in ('image/jpeg', 'image/png')",
    );
    expect((await read()).status).toBe(503);
    expect(await fixture.files.cleanPictures()).toBeGreaterThan(0);
    const served = Buffer.from(await (await read()).arrayBuffer());
    expect((await sharp(served).metadata()).format).toBe('jpeg');
    expect(served.includes('Madina')).toBe(false);
    expect(await fixture.files.cleanPictures()).toBe(0);
  });

  test('of one byte more than 10 MB is refused', async () => {
    const me = await fixture.owner();
    const bytes = Buffer.concat([pdf(), Buffer.alloc(10 * 1024 * 1024)]).subarray(0, 10 * 1024 * 1024 + 1);
    const answer = await fixture.upload('document', me, { name: 'a.pdf', bytes });
    expect([answer.status, answer.body.ERROR.code]).toEqual([413, 'files.too-large']);
  });
});

test('hostile files are refused with their reason, and the next good one is stored', async () => {
  const me = await fixture.owner();
  const files = await hostileFiles();
  expect(files.length).toBeGreaterThanOrEqual(30);
  const answers: [string, string][] = [];
  for (const { what, kind, ...file } of files) {
    const { body } = await fixture.upload(kind, me, file);
    answers.push([what, body.ERROR?.code ?? 'stored']);
  }
  expect(answers).toEqual(files.map(({ what, refusal }) => [what, refusal]));
  expect((await fixture.upload('document', me, { name: 'a.pdf', bytes: pdf() })).status).toBe(200);
  expect((await list('images', me)).items).toEqual([]);
}, 60_000);

test.each([
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\fakepath\\a.pdf', 'a.pdf'],
  ['a\u202Efdp.pdf', 'afdp.pdf'],
  ['Ўзбек ʻ ҳужжат.PDF', 'Ўзбек ʻ ҳужжат.pdf'],
  [`${'n'.repeat(300)}.pdf`, `${'n'.repeat(116)}.pdf`],
  ['...pdf', 'file.pdf'],
  ['photo.jpg', 'photo.pdf'],
])('the name %j is stored as %j', async (name, stored) => {
  const me = await fixture.owner();
  const { body } = await fixture.upload('document', me, { name, bytes: pdf() });
  expect(body.file?.name, JSON.stringify(body)).toBe(stored);
  const answer = await fetch(`${fixture.app.url}${body.file.url}`, { headers: { cookie: me.cookie } });
  expect(answer.headers.get('content-disposition')).toContain(
    `filename*=UTF-8''${encodeURIComponent(stored)}`,
  );
});

describe('changes', () => {
  test('of the main image, the order and who sees it', async () => {
    const me = await fixture.owner();
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1)
      ids.push(
        (await fixture.upload('image', me, { name: 'a.jpg', bytes: await picture('jpeg', 40, 30) })).body.file
          .id,
      );
    const [first, second, third] = ids;
    const facts = (body: any) => body.items.map(({ id, isMain, visible }: any) => [id, isMain, visible]);
    const marked = await post('images/mark-as-main', me, { fileId: third });
    expect(facts(marked.body).map(([, isMain]: any) => isMain)).toEqual([false, false, true]);
    const arranged = await post('images/arrange', me, { fileIds: [third, first] });
    expect(facts(arranged.body).map(([id]: any) => id)).toEqual([third, first, second]);
    const hidden = await post('images/show', me, { fileId: first, visible: false });
    expect(facts(hidden.body)[1]).toEqual([first, false, false]);
    expect((await post('delete', me, { fileId: third })).body).toEqual({ deleted: true });
    expect((await post('delete', me, { fileId: third })).body).toEqual({ deleted: false });
    expect(facts(await list('images', me))).toEqual([
      [first, true, false],
      [second, false, true],
    ]);
    expect(fixture.orders.get(me.ownerId)?.version).toBe(1 + 3 + 3 + 1);
  });

  test('by others are of something that is not there, and of a sent order are refused', async () => {
    const [me, other] = [await fixture.owner(), await fixture.owner()];
    const { body } = await fixture.upload('image', me, {
      name: 'a.jpg',
      bytes: await picture('jpeg', 40, 30),
    });
    const fileId = body.file.id;
    const asMine = { cookie: other.cookie, ownerId: me.ownerId };
    const calls: [string, object][] = [
      ['images/mark-as-main', { fileId }],
      ['images/arrange', { fileIds: [fileId] }],
      ['images/show', { fileId, visible: false }],
      ['documents/publish', { fileId, isPublic: true }],
      ['delete', { fileId }],
    ];
    for (const [what, given] of calls) expect((await post(what, asMine, given)).status, what).toBe(404);
    expect((await fixture.upload('image', asMine, { name: 'a.jpg', bytes: await picture() })).status).toBe(
      404,
    );
    // Their own order does not make the file theirs.
    expect((await post('images/mark-as-main', other, { fileId })).status).toBe(404);
    expect((await post('delete', other, { fileId })).body).toEqual({ deleted: false });
    expect((await list('images', me)).items).toHaveLength(1);
    fixture.orders.set(me.ownerId, { ...fixture.orders.get(me.ownerId)!, sent: true });
    for (const [what, given] of calls) expect((await post(what, me, given)).status, what).toBe(409);
    expect((await fixture.upload('image', me, { name: 'a.jpg', bytes: await picture() })).status).toBe(409);
  });
});

/** A request as bytes; resolves with everything that is answered, or with what came before the connection was cut. */
function raw(
  { cookie, ownerId }: { cookie: string; ownerId: number },
  headers: string[],
  body: string,
  cut = false,
): Promise<string> {
  const { port } = new URL(fixture.app.url);
  const query = `owner=order&ownerId=${ownerId}&uploadId=${randomUUID()}`;
  return new Promise((resolve) => {
    let answer = '';
    const socket = createConnection({ host: '127.0.0.1', port: Number(port) }, () => {
      const head = [
        `POST /api/shop/file/images/add?${query} HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        'X-Savdo: 1',
        `Cookie: ${cookie}`,
        'Content-Type: multipart/form-data; boundary=b',
        ...headers,
      ];
      socket.write(`${head.join('\r\n')}\r\n${body}`, () => cut && socket.destroy());
    });
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      if (answer.includes('ERROR')) socket.destroy();
    });
    socket.on('close', () => resolve(answer));
  });
}

test('an upload that is cut off leaves nothing, and one without an end is malformed', async () => {
  const me = await fixture.owner();
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nhalf';
  for (let n = 0; n < 20; n += 1) await raw(me, ['Content-Length: 100000', ''], part, true);
  const answer = await raw(me, [`Content-Length: ${part.length}`, ''], part);
  expect(answer).toContain('files.not-one-file');
  expect((await list('images', me)).items).toEqual([]);
});

const GOOD_PART = 'Content-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nx';
test.each([
  ['a header without a colon', 'Content-Disposition\r\n\r\nx'],
  ['a header of 20 kB', `X: ${'x'.repeat(20_000)}\r\n${GOOD_PART}`],
  ['a second part with a bad header', `${GOOD_PART}\r\n--b\r\nbad header\r\n\r\nx`],
  ['two files', `${GOOD_PART}\r\n--b\r\n${GOOD_PART}`],
  ['a field', 'Content-Disposition: form-data; name="file"\r\n\r\nx'],
])('a body with %s is malformed, and the process goes on', async (_, part) => {
  const me = await fixture.owner();
  const body = `--b\r\n${part}\r\n--b--\r\n`;
  expect(await raw(me, [`Content-Length: ${body.length}`, ''], body)).toContain('files.not-one-file');
});
