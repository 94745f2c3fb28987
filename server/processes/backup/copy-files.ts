import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { StoredObjects } from '#server/domains/content/files/index.ts';
import { exists, namesIn, placesIn, writeEncrypted } from './backup-folder.ts';

/** Objects of file storage that a backup takes along. */
export type BackupObjects = Pick<StoredObjects, 'all' | 'read'>;

/** Those of several owners, in no order; all of them are in one storage. */
export const joinObjects = (owners: readonly [StoredObjects, ...StoredObjects[]]): BackupObjects => ({
  read: (key) => owners[0].read(key),
  async *all() {
    for (const owner of owners) yield* owner.all();
  },
});

const PARTIAL = '.partial';

/** Copies files that are not in the backup yet; their content never changes. Returns how many. */
export async function copyFiles(
  objects: BackupObjects,
  { folder, key, seen }: { folder: string; key: Buffer; seen: Set<string> },
): Promise<number> {
  const { files } = placesIn(folder);
  let copied = 0;
  for await (const { key: name } of objects.all()) {
    if (seen.has(name)) continue;
    const place = path.join(files, name.slice(0, 2), name);
    if (!(await exists(place))) {
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      await rm(place + PARTIAL, { force: true });
      await writeEncrypted(place + PARTIAL, key, await objects.read(name));
      await rename(place + PARTIAL, place);
      copied += 1;
    }
    seen.add(name);
  }
  return copied;
}

/** Removes files that no row names any more and that are older than the oldest base backup. Returns how many. */
export async function pruneFiles(
  objects: BackupObjects,
  folder: string,
  olderThanMs: number,
): Promise<number> {
  const { files } = placesIn(folder);
  const named = new Set<string>();
  for await (const { key } of objects.all()) named.add(key);
  let removed = 0;
  for (const prefix of await namesIn(files)) {
    for (const name of await namesIn(path.join(files, prefix))) {
      const place = path.join(files, prefix, name);
      if (named.has(name) || (await stat(place)).mtimeMs >= olderThanMs) continue;
      await rm(place);
      removed += 1;
    }
  }
  return removed;
}
