import { randomUUID } from 'node:crypto';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInspectionTime, RESERVED_MS } from '#server/domains/content/files/inspection-time.ts';
import { createUploadQuota } from '#server/domains/content/files/upload-quota.ts';
import { StorageAway } from '#server/integrations/file-storage/index.ts';
import { addDocument } from '#shared/api/cabinet/files.ts';
import { startFilesApp, type FilesApp } from '../../fixtures/files-app.ts';
import { pdf } from '../../fixtures/sample-files.ts';
import { testJobsRedis, type TestJobsRedis } from '../../fixtures/services.ts';

let jobs: TestJobsRedis;
let fixture: FilesApp;
let storageIsAway = false;
const file = { name: 'a.pdf', bytes: pdf() };

beforeAll(async () => {
  jobs = testJobsRedis();
  fixture = await startFilesApp({
    // Two files and not three.
    quota: createUploadQuota({ ...jobs, bytesADay: 3 * file.bytes.length - 1 }),
    storage: (folder) => ({
      ...folder,
      put: (key, stored) =>
        storageIsAway ? Promise.reject(new StorageAway('planted')) : folder.put(key, stored),
    }),
  });
});
afterAll(async () => {
  await fixture.close();
  jobs.close();
});

test('a person stores so many bytes a day; what was not stored is given back, and a repeat counts once', async () => {
  const [me, other] = [await fixture.owner(), await fixture.owner()];
  storageIsAway = true;
  for (let i = 0; i < 3; i += 1) expect((await fixture.upload('document', me, file)).status).toBe(503);
  storageIsAway = false;
  const uploadId = randomUUID();
  expect((await fixture.upload('document', me, file, uploadId)).status).toBe(200);
  const both = await Promise.all([1, 2].map(() => fixture.upload('document', me, file, uploadId)));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await fixture.upload('document', me, file)).status).toBe(200);
  const refused = await fixture.upload('document', me, file);
  expect([refused.status, refused.body.ERROR.code]).toEqual([413, 'files.daily-quota']);
  expect(refused.body.ERROR.message).not.toContain('daily-quota');
  const path = `/api/shop/file/documents?owner=order&ownerId=${me.ownerId}`;
  expect((await fixture.app.call('GET', path, { cookie: me.cookie })).body.items).toHaveLength(2);
  expect((await fixture.upload('document', other, file)).status).toBe(200);
});

test('a person has so much of the inspection in an hour, refused files included, and others have their own', async () => {
  const limited = await startFilesApp({
    // One file at a time: each counts 10 s until it is inspected.
    inspectionTime: createInspectionTime({ ...jobs, msAnHour: RESERVED_MS }),
  });
  try {
    const [me, other] = [await limited.owner(), await limited.owner()];
    const bad = { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 nothing') };
    expect((await limited.upload('document', me, bad)).status).toBe(422);
    const refused = await limited.upload('document', me, file);
    expect([refused.status, refused.body.ERROR.code]).toEqual([429, 'files.inspection-time']);
    expect(refused.body.ERROR.message).toMatch(/\d/);
    expect((await limited.upload('document', other, file)).status).toBe(200);
  } finally {
    await limited.close();
  }
});

test('an upload without a session is answered at once, before its body is there', async () => {
  const socket = createConnection(Number(new URL(fixture.app.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (part) => (answer += part));
  const query = new URLSearchParams({ owner: 'order', ownerId: '1', uploadId: randomUUID() });
  socket.write(
    `POST ${addDocument.path}?${query} HTTP/1.1\r\nHost: localhost\r\nX-Savdo: 1\r\nContent-Length: 9000000\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n',
  );
  await expect.poll(() => answer, { timeout: 10_000 }).toContain('401 Unauthorized');
  socket.destroy();
});
