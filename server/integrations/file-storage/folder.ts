import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncPath } from '#server/platform/files/index.ts';
import { checkedKey, isLogName, ObjectMissing, StorageAway, type FileStorage } from './port.ts';

/** What has been on its way for so long was left by a crash. */
const LEFT_MS = 60 * 60 * 1_000;

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // Nothing has been stored yet.
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Folders below the root by the first two digits of the key, and `log` with the names of the transparency log; written files are synced
 * before they get their name.
 */
export function createFolderStorage(root: string): FileStorage {
  const incoming = path.join(root, 'incoming');
  const placeOf = (key: string): string =>
    path.join(root, ...(isLogName(key) ? [] : [checkedKey(key).slice(0, 2)]), key);

  async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      // Not retried here: the caller answers "try again".
      if (error instanceof ObjectMissing || error instanceof RangeError) throw error;
      throw new StorageAway(error);
    }
  }

  /** Moves the file into the root's file system, so that giving it its name is one step. */
  async function bring(file: string): Promise<string> {
    await mkdir(incoming, { recursive: true });
    const here = path.join(incoming, randomUUID());
    try {
      await rename(file, here);
    } catch (error) {
      // Another file system: the bytes are copied instead.
      if (codeOf(error) !== 'EXDEV') throw error;
      await copyFile(file, here).catch(async (fault: unknown) => {
        await rm(here, { force: true });
        throw fault;
      });
    }
    return here;
  }

  return {
    name: 'folder',
    place: root,

    put: (key, file) =>
      guarded(async () => {
        const place = placeOf(key);
        await mkdir(path.dirname(place), { recursive: true });
        const here = await bring(file);
        try {
          await syncPath(here);
          await rename(here, place);
        } catch (error) {
          await rm(here, { force: true });
          throw error;
        }
        // Folders may be new as well, up to the root.
        for (let folder = path.dirname(place); folder !== root; folder = path.dirname(folder))
          await syncPath(folder);
        await syncPath(root);
      }),

    sizeOf: (key) =>
      guarded(async () => {
        try {
          return (await stat(placeOf(key))).size;
        } catch (error) {
          if (codeOf(error) === 'ENOENT') return null;
          throw error;
        }
      }),

    read: (key, range) =>
      guarded(async () => {
        const stream = createReadStream(placeOf(key), range);
        try {
          await once(stream, 'open');
        } catch (error) {
          throw codeOf(error) === 'ENOENT' ? new ObjectMissing(key) : error;
        }
        return stream;
      }),

    remove: (key) => guarded(() => rm(placeOf(key), { force: true })),

    tidy: (olderThanMs = LEFT_MS) =>
      guarded(async () => {
        let removed = 0;
        for (const name of await namesIn(incoming)) {
          const left = path.join(incoming, name);
          // Another process may have removed it, or given it its name.
          const found = await stat(left).catch(() => null);
          // The clock counts whole milliseconds, a file's time is finer: one written now would seem to be of the future.
          if (!found || Date.now() - Math.floor(found.ctimeMs) < olderThanMs) continue;
          await rm(left, { force: true });
          removed += 1;
        }
        return removed;
      }),

    check: () =>
      guarded(async () => {
        await mkdir(incoming, { recursive: true });
        const probe = path.join(incoming, randomUUID());
        const handle = await open(probe, 'wx');
        try {
          await handle.write('savdo');
          await handle.sync();
        } finally {
          await handle.close();
          await rm(probe, { force: true });
        }
      }),
  };
}
