import { createHmac } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/platform/config/index.ts';
import { createEncryptedFile, readEncryptedFile, syncPath } from '#server/platform/files/index.ts';

/** What a base backup says of itself, written when all of it is on the disk. */
export interface Manifest {
  /** Of the cluster that it was taken from. */
  systemId: string;
  timeline: number;
  segmentBytes: number;
  /** Places in the write-ahead log, as PostgreSQL writes them. */
  startLsn: string;
  endLsn: string;
  /** ISO times. */
  startedAt: string;
  takenAt: string;
  version: string;
  /** Fingerprints of the keys that this content needs, by the names of their settings. */
  keys: Record<string, string>;
}

const OWNER = 'INSTALLATION';
const MANIFEST = 'manifest';
/** Of a base that is being written, or whose writer has ended. */
const PARTIAL = '.partial';

export const placesIn = (folder: string) => ({
  owner: path.join(folder, OWNER),
  bases: path.join(folder, 'base'),
  wal: path.join(folder, 'wal'),
  files: path.join(folder, 'files'),
});

export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    // Nothing has been stored yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A folder belongs to one cluster: its log continues no other one's. @throws for that of another */
export async function claimFolder(folder: string, systemId: string): Promise<void> {
  const { owner, bases, wal, files } = placesIn(folder);
  for (const place of [bases, wal, files]) await mkdir(place, { recursive: true, mode: 0o700 });
  try {
    await writeFile(owner, `${systemId}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Not retried: it was claimed before.
    const claimed = (await readFile(owner, 'utf8')).trim();
    if (claimed !== systemId)
      throw new Error(
        `${folder} has backups of another cluster of PostgreSQL (${claimed}), this one is ${systemId}: name another folder`,
        { cause: error },
      );
  }
}

/** Base backups that are complete, oldest first: their names are times. */
export async function completeBases(folder: string): Promise<string[]> {
  const { bases } = placesIn(folder);
  return (await namesIn(bases))
    .filter((name) => !name.endsWith(PARTIAL))
    .map((name) => path.join(bases, name));
}

/** Makes a base backup complete or not at all: `write` fills its folder and returns its manifest. */
export async function writeBase(
  folder: string,
  key: Buffer,
  write: (base: string) => Promise<Manifest>,
): Promise<string> {
  const { bases } = placesIn(folder);
  for (const name of await namesIn(bases))
    if (name.endsWith(PARTIAL)) await rm(path.join(bases, name), { recursive: true });
  const place = path.join(bases, new Date().toISOString().replaceAll(/[:.]/g, '-'));
  await mkdir(place + PARTIAL, { mode: 0o700 });
  const manifest = await write(place + PARTIAL);
  await writeEncrypted(path.join(place + PARTIAL, MANIFEST), key, Buffer.from(JSON.stringify(manifest)));
  await syncPath(place + PARTIAL);
  await rename(place + PARTIAL, place);
  await syncPath(bases);
  return place;
}

export async function readManifest(base: string, key: Buffer): Promise<Manifest> {
  return JSON.parse((await readEncrypted(path.join(base, MANIFEST), key)).toString()) as Manifest;
}

export async function writeEncrypted(file: string, key: Buffer, content: Buffer): Promise<void> {
  const writer = await createEncryptedFile(file, key);
  await writer.write(content);
  await writer.finish();
}

export async function readEncrypted(file: string, key: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readEncryptedFile(file, key)) parts.push(part);
  return Buffer.concat(parts);
}

export const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    // Not there, which is the answer.
    () => false,
  );

type Keys = Pick<Config, 'sessionSecret' | 'personalIdSecret' | 'secondFactorKey' | 'signingKey'>;

/** What somebody who has the backup needs besides: named by fingerprints, which only the key of the backup makes. */
export function fingerprintsOf(config: Keys, key: Buffer): Record<string, string> {
  const secrets = {
    SESSION_SECRET: config.sessionSecret,
    PERSONAL_ID_SECRET: config.personalIdSecret,
    SECOND_FACTOR_KEY: config.secondFactorKey,
    SIGNING_KEY: config.signingKey,
  };
  return Object.fromEntries(
    Object.entries(secrets).map(([name, secret]) => [
      name,
      createHmac('sha256', key).update(`${name}\n${secret}`).digest('hex').slice(0, 16),
    ]),
  );
}
