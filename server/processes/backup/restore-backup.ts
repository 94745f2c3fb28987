import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { parseLsn } from '#server/platform/database/index.ts';
import { readEncryptedFile } from '#server/platform/files/index.ts';
import { connectQueueRedis, loadKeys, type StoredKey } from '#server/platform/redis/index.ts';
import {
  completeBases,
  fingerprintsOf,
  namesIn,
  placesIn,
  readEncrypted,
  readManifest,
  type Manifest,
} from './backup-folder.ts';
import { bestFiles, segmentName } from './wal-folder.ts';

/** What a restore makes in its folder. */
export interface Restored {
  /** A data folder of PostgreSQL, which has not read the log yet. */
  data: string;
  /** Segments of the log, as PostgreSQL reads them. */
  archive: string;
  files: string;
  manifest: Manifest;
  base: string;
}

/**
 * Unpacks the newest complete base backup, the log after it, and the files.
 * @throws where the folder is not empty, nothing complete is there, or something was changed or is missing
 */
export async function unpackBackup(folder: string, key: Buffer, into: string): Promise<Restored> {
  const base = (await completeBases(folder)).at(-1);
  if (!base) throw new Error(`${folder} has no complete base backup`);
  if ((await namesIn(into)).length > 0) throw new Error(`${into} is not empty`);
  const manifest = await readManifest(base, key);
  const restored = {
    data: path.join(into, 'data'),
    archive: path.join(into, 'archive'),
    files: path.join(into, 'files'),
    manifest,
    base,
  };
  for (const place of [restored.data, restored.archive, restored.files])
    await mkdir(place, { recursive: true, mode: 0o700 });
  await unpackTar(path.join(base, 'base.tar.gz'), key, restored.data);
  // As initdb makes it, whatever the tar says: PostgreSQL refuses a folder that others may enter.
  await chmod(restored.data, 0o700);
  await unpackLog(placesIn(folder).wal, key, restored);
  await unpackFiles(placesIn(folder).files, key, restored.files);
  return restored;
}

/** How a stream into a process ends that does not read it any more. */
const NOT_READ = ['ERR_STREAM_PREMATURE_CLOSE', 'EPIPE', 'ECONNRESET'];

async function unpackTar(file: string, key: Buffer, into: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-C', into], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  tar.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const ended = once(tar, 'close');
  let unchanged = false;
  async function* content() {
    yield* readEncryptedFile(file, key);
    unchanged = true;
  }
  const failure = await pipeline(Readable.from(content()), createGunzip(), tar.stdin).then(
    () => null,
    (reason: NodeJS.ErrnoException) => reason,
  );
  const [code] = (await ended) as [number];
  if (failure && !NOT_READ.includes(failure.code ?? '')) throw failure;
  if (code !== 0) throw new Error(`${file} cannot be unpacked: ${said}`, { cause: failure });
  // A tar that has read everything may end before its stream says so: what it ended with counts then.
  if (failure && !unchanged) throw failure;
}

/** Whole segments for PostgreSQL, the newest filled up with zeros: it reads up to the last record. */
async function unpackLog(
  wal: string,
  key: Buffer,
  { archive, manifest }: Pick<Restored, 'archive' | 'manifest'>,
): Promise<void> {
  const { timeline, segmentBytes, endLsn } = manifest;
  const best = await bestFiles(wal, key);
  // The base has its own log up to its end; from there on no segment may be missing.
  const numberOfEnd = (parseLsn(endLsn) - 1n) / BigInt(segmentBytes);
  const after = [...best.keys()].filter((name) => name >= segmentName(timeline, numberOfEnd, segmentBytes));
  for (const [at, name] of after.sort().entries()) {
    const expected = segmentName(timeline, numberOfEnd + BigInt(at), segmentBytes);
    if (name !== expected) throw new Error(`the log is not whole: ${expected} is missing before ${name}`);
    const { file } = best.get(name)!;
    const segment = await open(path.join(archive, name), 'wx', 0o600);
    try {
      for await (const part of readEncryptedFile(file, key, { unfinished: true }))
        await segment.appendFile(part);
      await segment.truncate(segmentBytes);
    } finally {
      await segment.close();
    }
  }
}

async function unpackFiles(from: string, key: Buffer, into: string): Promise<void> {
  for (const prefix of await namesIn(from)) {
    await mkdir(path.join(into, prefix), { mode: 0o700 });
    for (const name of await namesIn(path.join(from, prefix))) {
      if (name.endsWith('.partial')) continue;
      const target = path.join(into, prefix, name);
      const file = await open(target, 'wx', 0o600);
      try {
        for await (const part of readEncryptedFile(path.join(from, prefix, name), key))
          await file.appendFile(part);
      } finally {
        await file.close();
      }
    }
  }
}

/** Names of the settings whose present values are not those of the backup. */
export function otherKeys(
  config: Parameters<typeof fingerprintsOf>[0],
  key: Buffer,
  manifest: Manifest,
): string[] {
  const present = fingerprintsOf(config, key);
  return Object.keys(manifest.keys).filter((name) => manifest.keys[name] !== present[name]);
}

/** Puts the jobs Redis of the backup into an empty server. Returns how many keys. @throws where it is not empty */
export async function restoreJobs(base: string, key: Buffer, url: string): Promise<number> {
  const client = connectQueueRedis(url);
  try {
    if ((await client.dbsize()) > 0) throw new Error('the jobs Redis is not empty: name one that is');
    const lines = (await readEncrypted(path.join(base, 'jobs'), key)).toString().split('\n').filter(Boolean);
    await loadKeys(
      client,
      lines.map((line) => JSON.parse(line) as StoredKey),
    );
    return lines.length;
  } finally {
    client.disconnect();
  }
}
