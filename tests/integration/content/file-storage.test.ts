import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createFolderStorage,
  ObjectMissing,
  openFileStorage,
  StorageAway,
  type FileStorage,
} from '#server/integrations/file-storage/index.ts';
import { startS3Server, type S3Server } from '../../fixtures/s3-server.ts';
import { eventually } from '../../fixtures/services.ts';

let root: string;
let s3: S3Server;
const storages: Record<string, FileStorage> = {};
/** The same storages where nothing can be reached. */
const away: Record<string, FileStorage> = {};

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'savdo-storage-'));
  s3 = await startS3Server();
  const given = {
    folder: '',
    incomingFolder: '',
    uploadBytesPerSecond: 1,
    uploadBytesADay: 1,
    inspectionMsAnHour: 60_000,
    clamd: null,
  };
  storages.folder = createFolderStorage(path.join(root, 'stored'));
  storages.s3 = openFileStorage({ files: { ...given, s3: s3.settings } });
  await writeFile(path.join(root, 'no-folder'), '');
  away.folder = createFolderStorage(path.join(root, 'no-folder', 'stored'));
  away.s3 = openFileStorage({ files: { ...given, s3: { ...s3.settings, endpoint: 'http://127.0.0.1:1' } } });
});
afterAll(async () => {
  await s3.close();
  await rm(root, { recursive: true, force: true });
});

const newKey = () => randomBytes(32).toString('hex');
async function local(bytes: Buffer): Promise<string> {
  const file = path.join(root, newKey());
  await writeFile(file, bytes);
  return file;
}
const read = async (from: Promise<Readable>) => buffer(await from);

describe.each(['folder', 's3'])('a storage: %s', (name) => {
  const storage = () => storages[name]!;

  test('gives back what it was given, whole and in parts', async () => {
    const [key, bytes] = [newKey(), randomBytes(300_000)];
    await storage().put(key, await local(bytes));
    expect(await storage().sizeOf(key)).toBe(bytes.length);
    expect((await read(storage().read(key))).equals(bytes)).toBe(true);
    const part = await read(storage().read(key, { start: 1_000, end: 1_999 }));
    expect(part.equals(bytes.subarray(1_000, 2_000))).toBe(true);
  });

  test('gives the objects of the transparency log their names, and replaces its state', async () => {
    const [tile, state] = ['log/tile/0/x001/234.p/7', 'log/checkpoint'];
    await storage().put(tile, await local(Buffer.from('hashes')));
    await storage().put(state, await local(Buffer.from('before')));
    await storage().put(state, await local(Buffer.from('after')));
    expect(String(await read(storage().read(tile)))).toBe('hashes');
    expect(String(await read(storage().read(state)))).toBe('after');
    await storage().remove(tile);
    expect(await storage().sizeOf(tile)).toBeNull();
    const others = [
      'log/',
      'log/../checkpoint',
      'log/tile/0/../000',
      'log/tile/a/000',
      'log/tile/0/000/x',
      '/log/checkpoint',
    ];
    for (const other of others) await expect(storage().sizeOf(other), other).rejects.toThrow(RangeError);
  });

  test('takes the same object twice, also at once', async () => {
    const [key, bytes] = [`${newKey()}-${'0'.repeat(32)}`, randomBytes(10_000)];
    const files = await Promise.all([local(bytes), local(bytes)]);
    await Promise.all(files.map((file) => storage().put(key, file)));
    await storage().put(key, await local(bytes));
    expect((await read(storage().read(key))).equals(bytes)).toBe(true);
  });

  test('knows what it does not have, and removes it as well', async () => {
    const key = newKey();
    expect(await storage().sizeOf(key)).toBeNull();
    await expect(storage().read(key)).rejects.toThrow(ObjectMissing);
    await storage().remove(key);
    await storage().put(key, await local(Buffer.from('a')));
    await storage().remove(key);
    expect(await storage().sizeOf(key)).toBeNull();
  });

  test('has nothing to tidy up of what was stored whole', async () => {
    const key = newKey();
    await storage().put(key, await local(Buffer.from('a')));
    await storage().tidy(0);
    expect(await storage().tidy(0)).toBe(0);
    expect(await storage().sizeOf(key)).toBe(1);
  });

  test.each(['../../etc/passwd', 'A'.repeat(64), '', `${'0'.repeat(64)}/x`])(
    'refuses %j as a key',
    async (key) => {
      const file = await local(Buffer.from('a'));
      await expect(storage().put(key, file)).rejects.toThrow(RangeError);
      await expect(storage().read(key)).rejects.toThrow(RangeError);
      await expect(storage().sizeOf(key)).rejects.toThrow(RangeError);
    },
  );

  test('says that it works, and with one error that it does not', async () => {
    await storage().check();
    const key = newKey();
    const file = await local(Buffer.from('a'));
    await expect(away[name]!.check()).rejects.toThrow(StorageAway);
    await expect(away[name]!.put(key, file)).rejects.toThrow(StorageAway);
    await expect(away[name]!.read(key)).rejects.toThrow();
    await expect(storage().put(key, path.join(root, 'not-there'))).rejects.toThrow(StorageAway);
    expect(await storage().sizeOf(key)).toBeNull();
  });
});

test('a folder holds nothing of what was put half-way', async () => {
  const folder = path.join(root, 'half');
  const storage = createFolderStorage(folder);
  await expect(storage.put(newKey(), path.join(root, 'not-there'))).rejects.toThrow(StorageAway);
  await storage.check();
  expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
});

test.runIf(process.platform === 'linux')('an upload to S3 that fails leaves no file open', async () => {
  const file = await local(randomBytes(300_000));
  await expect(away.s3!.put(newKey(), file)).rejects.toThrow(StorageAway);
  const isOpen = async (name: string) => (await readlink(`/proc/self/fd/${name}`).catch(() => null)) === file;
  await eventually(
    async () => !(await Promise.all((await readdir('/proc/self/fd')).map(isOpen))).includes(true),
    'the file to be closed',
  );
});

test.each(['error', 'cut'] as const)('S3 that answers by %s is away, and back afterwards', async (how) => {
  const key = newKey();
  s3.fail(how);
  await expect(storages.s3!.put(key, await local(Buffer.from('a')))).rejects.toThrow(StorageAway);
  await expect(storages.s3!.sizeOf(key)).rejects.toThrow(StorageAway);
  s3.fail(null);
  await storages.s3!.put(key, await local(Buffer.from('a')));
  expect(s3.objects.get(key)?.toString()).toBe('a');
});

test('a folder: what a crash left of an object is removed once it is old, and not before', async () => {
  const folder = path.join(root, 'left');
  const storage = createFolderStorage(folder);
  expect(await storage.tidy(0)).toBe(0);
  await storage.put(newKey(), await local(Buffer.from('a')));
  await writeFile(path.join(folder, 'incoming', 'left'), 'half');
  expect(await storage.tidy()).toBe(0);
  expect(await storage.tidy(0)).toBe(1);
  expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
});
