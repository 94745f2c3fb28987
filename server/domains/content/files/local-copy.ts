import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStorage } from '#server/integrations/file-storage/index.ts';

/** A stored object on this machine's disk, in a folder of its own, while `use` runs. @throws ObjectMissing, StorageAway */
export async function withLocalCopy<Result>(
  { storage, incomingFolder }: { storage: FileStorage; incomingFolder: string },
  key: string,
  use: (copy: { file: string; folder: string }) => Promise<Result>,
): Promise<Result> {
  const folder = path.join(incomingFolder, randomUUID());
  try {
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, 'original');
    await pipeline(await storage.read(key), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return await use({ file, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
