import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createGzip } from 'node:zlib';
import type { Config } from '#server/platform/config/index.ts';
import { lsnText, parseLsn, ReplicationSession } from '#server/platform/database/index.ts';
import { createEncryptedFile } from '#server/platform/files/index.ts';
import { processReportsKey } from '#server/platform/process-reports/index.ts';
import { connectQueueRedis, dumpKeys } from '#server/platform/redis/index.ts';
import { readVersion } from '#server/platform/version/index.ts';
import {
  claimFolder,
  completeBases,
  fingerprintsOf,
  namesIn,
  placesIn,
  readManifest,
  writeBase,
} from './backup-folder.ts';
import { copyFiles, pruneFiles, type BackupObjects } from './copy-files.ts';
import { segmentName } from './wal-folder.ts';

const NAME = 'savdo_backup';

export interface BackupRequest {
  config: Config;
  /** Of a role that may replicate. */
  url: string;
  folder: string;
  key: Buffer;
  objects: BackupObjects;
  say: (line: string) => void;
}

/**
 * A base backup of PostgreSQL with the log that makes it consistent, the jobs Redis, the files, and the fingerprints of the keys that
 * are needed besides: complete, or not there.
 */
export async function takeBackup({ config, url, folder, key, objects, say }: BackupRequest): Promise<void> {
  const session = await ReplicationSession.open(url, NAME);
  try {
    const { systemId, timeline, segmentBytes } = await session.identity();
    await claimFolder(folder, systemId);
    const startedAt = new Date().toISOString();
    const place = await writeBase(folder, key, async (base) => {
      const { start, end } = await writeCompressed(path.join(base, 'base.tar.gz'), key, (store) =>
        session.baseBackup('savdo', store),
      );
      const keys = await writeJobs(path.join(base, 'jobs'), { config, key });
      const copied = await copyFiles(objects, { folder, key, seen: new Set() });
      say(`${keys} keys of the jobs Redis, ${copied} files that were not there yet`);
      return {
        systemId,
        timeline,
        segmentBytes,
        startLsn: lsnText(start),
        endLsn: lsnText(end),
        startedAt,
        takenAt: new Date().toISOString(),
        version: readVersion().version,
        keys: fingerprintsOf(config, key),
      };
    });
    say(`taken: ${place}`);
  } finally {
    session.close();
  }
}

/** Removes all but the newest base backups, the log that none of them needs, and files that none of them may name. */
export async function pruneBackups(
  keep: number,
  { folder, key, objects, say }: Pick<BackupRequest, 'folder' | 'key' | 'objects' | 'say'>,
): Promise<void> {
  const bases = await completeBases(folder);
  const oldest = bases.at(-keep) ?? bases[0];
  if (!oldest) return;
  for (const base of bases.slice(0, -keep)) {
    await rm(base, { recursive: true });
    say(`removed: ${base}`);
  }
  const { timeline, segmentBytes, startLsn, startedAt } = await readManifest(oldest, key);
  const first = segmentName(timeline, parseLsn(startLsn) / BigInt(segmentBytes), segmentBytes);
  const { wal } = placesIn(folder);
  for (const name of await namesIn(wal)) if (name.slice(0, 24) < first) await rm(path.join(wal, name));
  const removed = await pruneFiles(objects, folder, Date.parse(startedAt));
  if (removed > 0) say(`removed: ${removed} files that no row names`);
}

/** A tar that ends with two empty blocks, which PostgreSQL leaves to its reader. */
const TAR_END = Buffer.alloc(1024);

async function writeCompressed<Result>(
  file: string,
  key: Buffer,
  produce: (store: (bytes: Buffer) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const writer = await createEncryptedFile(file, key);
  const gzip = createGzip({ level: 1 });
  const written = (async () => {
    for await (const part of gzip) await writer.write(part as Buffer);
  })();
  try {
    const result = await produce(async (bytes) => {
      if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written]);
    });
    gzip.end(TAR_END);
    await written;
    await writer.finish();
    return result;
  } catch (error) {
    gzip.destroy();
    await written.catch(() => undefined);
    await writer.close();
    throw error;
  }
}

/** One JSON object a line. Returns how many. */
async function writeJobs(
  file: string,
  { config, key }: { config: Pick<Config, 'jobsRedisUrl' | 'redisNamespace'>; key: Buffer },
): Promise<number> {
  const client = connectQueueRedis(config.jobsRedisUrl);
  const writer = await createEncryptedFile(file, key);
  let keys = 0;
  try {
    const namespace = config.redisNamespace;
    // What processes report of themselves is true of those that run now.
    for await (const page of dumpKeys(client, { namespace, exclude: [processReportsKey(namespace)] })) {
      await writer.write(Buffer.from(page.map((one) => `${JSON.stringify(one)}\n`).join('')));
      keys += page.length;
    }
    await writer.finish();
    return keys;
  } finally {
    client.disconnect();
  }
}
