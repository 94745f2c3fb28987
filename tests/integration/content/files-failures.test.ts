import { randomBytes, randomUUID } from 'node:crypto';
import { createConnection, createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import type { FileTarget } from '#server/domains/content/files/index.ts';
import { createPace } from '#server/domains/content/files/upload-pace.ts';
import { receiveUpload } from '#server/domains/content/files/receive-upload.ts';
import { createClamd } from '#server/integrations/scanner/clamd.ts';
import { StorageAway } from '#server/integrations/file-storage/index.ts';
import { COMPLETE } from '../../fixtures/complete-run.ts';
import { startFilesApp, type FilesApp, type FilesAppOptions } from '../../fixtures/files-app.ts';
import { pdf, picture } from '../../fixtures/sample-files.ts';
import { eventually } from '../../fixtures/services.ts';
import { mountTinyDisk } from '../../fixtures/tiny-disk.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start(options: FilesAppOptions = {}): Promise<FilesApp> {
  const fixture = await startFilesApp(options);
  closing.push(() => fixture.close());
  return fixture;
}
const contents = async ({ database }: FilesApp) =>
  (await database.pool.query('select * from file_blob')).rows.length;
const items = async ({ app }: FilesApp, { cookie, ownerId }: { cookie: string; ownerId: number }) =>
  (await app.call('GET', `/api/shop/file/documents?owner=order&ownerId=${ownerId}`, { cookie })).body.items;

describe('a storage that is away', () => {
  test('loses nothing: the same upload succeeds once it is back', async () => {
    let away = true;
    const fixture = await start({
      storage: (folder) => ({
        ...folder,
        put: (key, file) => (away ? Promise.reject(new StorageAway('planted')) : folder.put(key, file)),
        read: (key, range) => (away ? Promise.reject(new StorageAway('planted')) : folder.read(key, range)),
        check: () => (away ? Promise.reject(new StorageAway('planted')) : folder.check()),
      }),
    });
    const me = await fixture.owner();
    const [uploadId, file] = [randomUUID(), { name: 'a.pdf', bytes: pdf() }];
    const failed = await fixture.upload('document', me, file, uploadId);
    expect([failed.status, failed.body.ERROR.code]).toEqual([503, 'files.not-stored']);
    expect(await items(fixture, me)).toEqual([]);
    expect(await fixture.onDisk()).toEqual([]);
    expect((await fixture.files.warnings()).join()).toContain('planted');
    away = false;
    expect((await fixture.upload('document', me, file, uploadId)).body).toMatchObject({ repeated: false });
    away = true;
    const [{ url }] = await items(fixture, me);
    expect((await fixture.app.call('GET', url, { cookie: me.cookie })).status).toBe(503);
  });

  test.runIf(COMPLETE)(
    'so is a disk that is full in the middle of a file, or at its sizes',
    async (context) => {
      const disk = mountTinyDisk(1);
      if ('refused' in disk) return context.skip(disk.refused);
      closing.push(() => disk.remove());
      const fixture = await start({ incomingFolder: disk.folder });
      const me = await fixture.owner();
      const bytes = await sharp(randomBytes(900 * 900 * 3), {
        raw: { width: 900, height: 900, channels: 3 },
      })
        .jpeg({ quality: 90 })
        .toBuffer();
      const blown = Buffer.concat([pdf(), randomBytes(2 * 1024 * 1024)]);
      const answers = [
        await fixture.upload('document', me, { name: 'a.pdf', bytes: blown }),
        await fixture.upload('image', me, { name: 'a.jpg', bytes }),
      ];
      expect(answers.map(({ body }) => body.ERROR?.code)).toEqual(['files.not-stored', 'files.not-stored']);
    },
  );

  test('so is a full disk', async (context) => {
    const disk = mountTinyDisk(2);
    if ('refused' in disk) return context.skip(disk.refused);
    closing.push(() => disk.remove());
    const fixture = await start({ incomingFolder: disk.folder });
    const me = await fixture.owner();
    disk.fill();
    const failed = await fixture.upload('document', me, { name: 'a.pdf', bytes: pdf() });
    expect([failed.status, failed.body.ERROR.code]).toEqual([503, 'files.not-stored']);
    disk.free();
    expect((await fixture.upload('document', me, { name: 'a.pdf', bytes: pdf() })).status).toBe(200);
  });
});

describe('a database that goes', () => {
  test('between content and file leaves no file, and the upload succeeds the next time', async () => {
    let plant: (() => Promise<unknown>) | null = null;
    const fixture = await start({
      storage: (folder) => ({
        ...folder,
        async put(key, file) {
          await folder.put(key, file);
          await plant?.();
        },
      }),
    });
    const me = await fixture.owner();
    const [uploadId, file] = [randomUUID(), { name: 'a.pdf', bytes: pdf() }];
    // The transaction that adds the file waits for this lock when its connection is cut.
    plant = () => cutNextTransaction(fixture);
    const failed = await fixture.upload('document', me, file, uploadId);
    expect([failed.status, failed.body.ERROR.code]).toEqual([503, 'files.not-stored']);
    plant = null;
    expect([await contents(fixture), await items(fixture, me)]).toEqual([1, []]);
    expect((await fixture.upload('document', me, file, uploadId)).status).toBe(200);
    expect(await contents(fixture)).toBe(1);
  });
});

/** Ends the connection that next waits for the lock of an order. */
async function cutNextTransaction({ database }: FilesApp): Promise<void> {
  const holder = await database.pool.connect();
  await holder.query('select pg_advisory_lock(1)');
  void (async () => {
    for (let cut = 0; cut === 0;) {
      const { rowCount } = await holder.query(
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
      );
      cut = rowCount ?? 0;
    }
    await holder.query('select pg_advisory_unlock(1)');
    holder.release();
  })();
}

describe('content that nothing refers to', () => {
  test('is swept after its day, with its sizes, and stored again when it comes back', async () => {
    const fixture = await start();
    const me = await fixture.owner();
    const file = { name: 'a.jpg', bytes: await picture() };
    const { body } = await fixture.upload('image', me, file);
    expect(await fixture.files.sweep(0)).toBe(0);
    await fixture.app.call('POST', '/api/shop/file/delete', {
      body: { owner: 'order', ownerId: me.ownerId, fileId: body.file.id },
      cookie: me.cookie,
    });
    expect(await fixture.files.sweep()).toBe(0);
    expect(await fixture.onDisk()).not.toEqual([]);
    expect(await fixture.files.sweep(0)).toBe(1);
    expect([await fixture.onDisk(), await contents(fixture)]).toEqual([[], 0]);
    const again = await fixture.upload('image', me, file);
    const size = again.body.file.sizes[0];
    expect((await fixture.app.call('GET', size.url, { cookie: me.cookie })).status).toBe(200);
  });

  test.runIf(COMPLETE)('is not swept while it is being used again', async () => {
    const fixture = await start();
    const [me, other] = [await fixture.owner(), await fixture.owner()];
    const file = { name: 'a.pdf', bytes: pdf() };
    for (let round = 0; round < 8; round += 1) {
      const { body } = await fixture.upload('document', me, file);
      await fixture.app.call('POST', '/api/shop/file/delete', {
        body: { owner: 'order', ownerId: me.ownerId, fileId: body.file.id },
        cookie: me.cookie,
      });
      const [added] = await Promise.all([
        fixture.upload('document', other, file),
        ...Array.from({ length: 4 }, () => fixture.files.sweep(0)),
      ]);
      // Refused with "try again" at worst; never a file without its bytes.
      expect([200, 503]).toContain(added?.status);
      for (const { url } of await items(fixture, other))
        expect((await fixture.app.call('GET', url, { cookie: other.cookie })).status).toBe(200);
    }
  });
});

test('content that is swept between being found and being used is not lost', async () => {
  let plant: (() => Promise<unknown>) | null = null;
  const fixture = await start({
    storage: (folder) => ({
      ...folder,
      async sizeOf(key) {
        const size = await folder.sizeOf(key);
        await plant?.();
        return size;
      },
    }),
  });
  const me = await fixture.owner();
  const file = { name: 'a.pdf', bytes: pdf() };
  const { body } = await fixture.upload('document', me, file);
  await fixture.app.call('POST', '/api/shop/file/delete', {
    body: { owner: 'order', ownerId: me.ownerId, fileId: body.file.id },
    cookie: me.cookie,
  });
  await fixture.database.pool.query(`update file_blob set used_at = now() - interval '2 days'`);
  plant = () => fixture.files.sweep();
  const again = await fixture.upload('document', me, file);
  plant = null;
  expect((await fixture.app.call('GET', again.body.file.url, { cookie: me.cookie })).status).toBe(200);
});

test('content that is swept between being stored and being used is asked for again', async () => {
  let plant: (() => Promise<unknown>) | null = null;
  const fixture = await start({
    storage: (folder) => ({
      ...folder,
      async put(key, file) {
        await folder.put(key, file);
        await plant?.();
      },
    }),
  });
  const me = await fixture.owner();
  const file = { name: 'a.pdf', bytes: pdf() };
  plant = () => fixture.files.sweep(0);
  const refused = await fixture.upload('document', me, file);
  expect([refused.status, refused.body.ERROR.code]).toEqual([503, 'files.not-stored']);
  plant = null;
  const { body } = await fixture.upload('document', me, file);
  expect((await fixture.app.call('GET', body.file.url, { cookie: me.cookie })).status).toBe(200);
});

test('a picture whose sizes were never stored is stored as a document', async () => {
  let away = true;
  const fixture = await start({
    storage: (folder) => ({
      ...folder,
      put: (key, file) => (away ? Promise.reject(new StorageAway('planted')) : folder.put(key, file)),
    }),
  });
  const me = await fixture.owner();
  const file = { name: 'a.jpg', bytes: await picture() };
  expect((await fixture.upload('image', me, file)).status).toBe(503);
  away = false;
  expect((await fixture.upload('document', me, file)).status).toBe(200);
  const { body } = await fixture.upload('image', me, file);
  for (const { url } of body.file.sizes)
    expect((await fixture.app.call('GET', url, { cookie: me.cookie })).status).toBe(200);
});

test('a duplicate refers to the same bytes, which stay until both are gone', async () => {
  const fixture = await start();
  const [me, other] = [await fixture.owner(), await fixture.owner()];
  await fixture.upload('image', me, { name: 'a.jpg', bytes: await picture() });
  await fixture.upload('document', me, { name: 'a.pdf', bytes: pdf() });
  const { db } = fixture.database;
  const [from, to] = [me, other].map(({ ownerId }) => ({ owner: 'order', ownerId }));
  const before = await fixture.onDisk();
  await fixture.files.copyReferences(db, from!, to!);
  expect(await fixture.files.countsOf(db, to!)).toEqual({ images: 1, mainImages: 1, documents: 1 });
  await fixture.files.removeAll(db, from!);
  await fixture.files.sweep(0);
  expect(await fixture.onDisk()).toEqual(before);
  await fixture.files.removeAll(db, to!);
  await fixture.files.sweep(0);
  expect(await fixture.onDisk()).toEqual([]);
});

test('a file of the platform itself is stored once for its id', async () => {
  const fixture = await start();
  const [target, next] = [7, 8].map((ownerId) => ({ owner: 'lot', ownerId })) as [FileTarget, FileTarget];
  const bytes = await picture();
  const given = (uploadId = '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d001', to = target) =>
    fixture.files.addGiven(to, 'image', { uploadId, name: 'a.jpg', bytes: Readable.from([bytes]) });
  const [one, same] = await Promise.all([given(), given()]);
  expect(same?.fileId).toBe(one?.fileId);
  expect([one?.repeated, same?.repeated].toSorted()).toEqual([false, true]);
  const photos = await fixture.files.publishPhotos(fixture.database.db, target);
  expect(photos.map(({ isMain }) => isMain)).toEqual([true]);
  // Its content is known by now: they reach the database at the same time.
  await Promise.all(Array.from({ length: 8 }, () => given(randomUUID(), next)));
  const { images, mainImages } = await fixture.files.countsOf(fixture.database.db, next);
  expect([images, mainImages]).toEqual([8, 1]);
});

describe('a scanner', () => {
  /** Answers as clamd does, with what it was sent. */
  async function clamd(answer: (sent: Buffer) => string): Promise<{ server: Server; port: number }> {
    const server = createServer((socket) => {
      const parts: Buffer[] = [];
      socket.on('error', () => undefined);
      socket.on('data', (part: Buffer) => {
        parts.push(part);
        const sent = Buffer.concat(parts);
        if (sent.subarray(-4).equals(Buffer.alloc(4)) || sent.toString() === 'zPING\0')
          socket.end(answer(sent));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    return { server, port: (server.address() as AddressInfo).port };
  }

  test('holds back infected files, and every file while it is away', async () => {
    const bad = pdf([], '', 'EICAR');
    const { server, port } = await clamd((sent) => {
      if (sent.toString() === 'zPING\0') return 'PONG\0';
      expect(sent.toString('latin1', 0, 10)).toBe('zINSTREAM\0');
      return sent.includes('EICAR') ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0';
    });
    const fixture = await start({ scanner: createClamd({ host: '127.0.0.1', port }) });
    const me = await fixture.owner();
    expect(await fixture.files.warnings()).toEqual([]);
    const infected = await fixture.upload('document', me, { name: 'a.pdf', bytes: bad });
    expect([infected.status, infected.body.ERROR.code]).toEqual([422, 'files.infected']);
    expect((await fixture.upload('document', me, { name: 'a.pdf', bytes: pdf() })).status).toBe(200);
    await new Promise((resolve) => server.close(resolve));
    const away = await fixture.upload('document', me, { name: 'a.pdf', bytes: pdf() });
    expect([away.status, away.body.ERROR.code]).toEqual([503, 'files.not-stored']);
    expect(await items(fixture, me)).toHaveLength(1);
  });

  test('that is off is said to operators and to who opens documents', async () => {
    const fixture = await start();
    const { cookie, ownerId } = await fixture.owner();
    const { body } = await fixture.app.call(
      'GET',
      `/api/shop/file/documents?owner=order&ownerId=${ownerId}`,
      {
        cookie,
      },
    );
    expect(body.scanned).toBe(false);
    expect((await fixture.files.warnings()).join()).toContain('not scanned');
    expect(fixture.files.place).toContain('not scanned');
  });
});

test.runIf(COMPLETE)('a sender of many slow uploads leaves room for others', async () => {
  const fixture = await start();
  const [me, other] = [await fixture.owner(), await fixture.owner()];
  const { hostname, port } = new URL(fixture.app.url);
  const head = (n: number) =>
    [
      `POST /api/shop/file/documents/add?owner=order&ownerId=${me.ownerId}&uploadId=${randomUUID()} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'X-Savdo: 1',
      `Cookie: ${me.cookie}`,
      'Content-Length: 9000',
      'Content-Type: multipart/form-data; boundary=b',
      '',
      '--b',
      `Content-Disposition: form-data; name="file"; filename="${n}.pdf"`,
      '',
      'x',
    ].join('\r\n');
  for (let n = 0; n < 24; n += 1) {
    const socket = createConnection({ host: hostname, port: Number(port) }, () => socket.write(head(n)));
    closing.push(() => socket.destroy());
  }
  await eventually(async () => (await fixture.onDisk()).length === 24, 'slow uploads to begin');
  const file = { name: 'a.pdf', bytes: pdf() };
  const refused = await fixture.upload('document', me, file);
  expect([refused.status, refused.body.ERROR.code]).toEqual([503, 'files.busy']);
  expect((await fixture.upload('document', other, file)).status).toBe(200);
});

describe('a slow sender', () => {
  const receive = (body: Readable, limits: { silenceMs?: number; wholeMs?: number }) =>
    receiveUpload(
      '/tmp/savdo-slow-uploads',
      { body, contentType: 'multipart/form-data; boundary=b' },
      { fileBytes: 1_000, pace: createPace(1_000_000), ...limits },
    );
  const begun = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nx';

  test.runIf(COMPLETE)('is refused after silence, and after too long in all', async () => {
    const silent = new Readable({ read: () => undefined });
    silent.push(begun);
    await expect(receive(silent, { silenceMs: 20 })).rejects.toThrow('files.too-slow');
    const dripping = Readable.from(
      (async function* () {
        yield Buffer.from(begun);
        for (;;) {
          yield Buffer.from('x');
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      })(),
    );
    await expect(receive(dripping, { wholeMs: 60 })).rejects.toThrow('files.too-slow');
    dripping.destroy();
  });
});
