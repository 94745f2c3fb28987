import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFileStore } from '#server/domains/content/files/index.ts';
import { createFolderStorage } from '#server/integrations/file-storage/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { addImage, imageList } from '#shared/api/cabinet/files.ts';
import { callServer } from '../fixtures/app.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { formOf } from '../fixtures/file-samples.ts';
import { sampleOrders } from '../fixtures/order-samples.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { fired } from '../fixtures/fault.ts';
import { startPlatform } from '../fixtures/platform-process.ts';
import { picture } from '../fixtures/sample-files.ts';
import { testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

/** With what the sender finds afterwards: the file is there, or it is sent again. */
const STEPS = {
  'file-received': 'not there',
  'file-booked': 'not there',
  'file-bytes-stored': 'not there',
  'file-added': 'there',
} as const;
/** The step at which most is half-way, unless all are asked for. */
const TRIED = Object.entries(STEPS).filter(([step]) => COMPLETE || step === 'file-bytes-stored');

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const redis = testRedis();
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase('template', 5);
  folder = await mkdtemp(path.join(tmpdir(), 'savdo-killed-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test('F36 killed at each step of an upload: the file is there once with its bytes, or not at all', async (context) => {
  const people = peopleOf(redis, () => database);
  const personId = randomUUID();
  const { cookie } = await people.signIn({ personId, name: 'Anvar', roles: ['customer'] });
  const ownerId = (await sampleOrders(database, personId))['order.get-order'].params.id;
  const query = `owner=order&ownerId=${ownerId}`;
  const start = (crashAt?: string) =>
    startPlatform(
      { database, redis },
      {
        PROCESSES: 'web',
        FILES_FOLDER: path.join(folder, 'stored'),
        ...(crashAt ? { SAVDO_CRASH_AT: crashAt } : {}),
      },
    );
  const uploads: { uploadId: string; file: { name: string; bytes: Buffer }; found: string }[] = [];
  for (const [step, found] of TRIED) {
    const upload = { uploadId: randomUUID(), file: { name: 'a.jpg', bytes: await picture() }, found };
    uploads.push(upload);
    const platform = await start(step);
    const address = `${addImage.path}?${query}&uploadId=${upload.uploadId}`;
    await expect(
      callServer(platform.url, 'POST', address, { form: formOf(upload.file), cookie }),
    ).rejects.toThrow();
    expect(await platform.ended, step).toBe('SIGKILL');
    await platform.stop();
  }

  fired(context, 'F36', TRIED.length);

  const platform = await start();
  const listed = async () => {
    const answer = await callServer(platform.url, 'GET', `${imageList.path}?${query}`, { cookie });
    return answer.body.items as { uploadId: string; sizes: { url: string }[] }[];
  };
  const there = new Set((await listed()).map(({ uploadId }) => uploadId));
  expect(uploads.map(({ uploadId }) => (there.has(uploadId) ? 'there' : 'not there'))).toEqual(
    TRIED.map(([, found]) => found),
  );
  for (const { uploadId, file, found } of uploads) {
    const answer = await callServer(platform.url, 'POST', `${addImage.path}?${query}&uploadId=${uploadId}`, {
      form: formOf(file),
      cookie,
    });
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ repeated: found === 'there' });
  }
  const items = await listed();
  expect(items).toHaveLength(uploads.length);
  for (const { url } of items.flatMap(({ sizes }) => sizes))
    expect((await callServer(platform.url, 'GET', url, { cookie })).status).toBe(200);
  await platform.stop();
  await people.close();

  // What the killed ones left unused goes; what has a file stays.
  const store = createFileStore({
    db: database.db,
    storage: createFolderStorage(path.join(folder, 'stored')),
    scanner: null,
    logger: createLogger({ level: 'silent' }),
    incomingFolder: path.join(folder, 'uploads'),
    crashAt: null,
    bytesPerSecond: 1,
    quota: null,
    inspectionTime: null,
    onUpload: () => undefined,
  });
  expect(await store.sweep(0)).toBe(0);
  const stored = await readdir(path.join(folder, 'stored'), { recursive: true, withFileTypes: true });
  const sizes = items.reduce((sum, item) => sum + item.sizes.length, 0);
  expect(stored.filter((entry) => entry.isFile())).toHaveLength(uploads.length + sizes);
});
