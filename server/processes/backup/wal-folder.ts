import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  createEncryptedFile,
  readEncryptedFile,
  syncPath,
  type EncryptedWriter,
} from '#server/platform/files/index.ts';
import { namesIn } from './backup-folder.ts';

/**
 * Segments of the write-ahead log, each in files `SEGMENT.1`, `SEGMENT.2` …: a follower that starts again receives a segment from
 * its beginning, into the next file, so that nothing received before is touched until the whole of it is there.
 */
const FILE = /^([0-9A-F]{24})\.(\d+)$/;

/** As PostgreSQL names segments: timeline, and number in two parts. */
export function segmentName(timeline: number, segment: bigint, segmentBytes: number): string {
  const perId = 0x1_0000_0000n / BigInt(segmentBytes);
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return hex(BigInt(timeline)) + hex(segment / perId) + hex(segment % perId);
}

interface Stored {
  segment: string;
  attempt: number;
  file: string;
}

async function storedIn(folder: string): Promise<Stored[]> {
  return (await namesIn(folder)).flatMap((name) => {
    const [, segment, attempt] = FILE.exec(name) ?? [];
    return segment ? [{ segment, attempt: Number(attempt), file: path.join(folder, name) }] : [];
  });
}

async function lengthOf(file: string, key: Buffer): Promise<number> {
  let bytes = 0;
  for await (const part of readEncryptedFile(file, key, { unfinished: true })) bytes += part.length;
  return bytes;
}

/** The file of each segment that has most of it, by the segment's name. */
export async function bestFiles(
  folder: string,
  key: Buffer,
): Promise<Map<string, { file: string; bytes: number }>> {
  const best = new Map<string, { file: string; bytes: number }>();
  for (const { segment, file } of await storedIn(folder)) {
    const bytes = await lengthOf(file, key);
    if (bytes > (best.get(segment)?.bytes ?? -1)) best.set(segment, { file, bytes });
  }
  return best;
}

export interface WalFolderOptions {
  folder: string;
  key: Buffer;
  timeline: number;
  segmentBytes: number;
}

/** Stores what is received, in the order of the log and from the beginning of a segment on. */
export function createWalFolder({ folder, key, timeline, segmentBytes }: WalFolderOptions) {
  const size = BigInt(segmentBytes);
  let writer: EncryptedWriter | null = null;
  let segment = '';
  let attempt = 0;

  async function begin(at: bigint): Promise<void> {
    segment = segmentName(timeline, at / size, segmentBytes);
    const before = (await storedIn(folder)).filter((one) => one.segment === segment);
    attempt = Math.max(0, ...before.map((one) => one.attempt)) + 1;
    writer = await createEncryptedFile(path.join(folder, `${segment}.${attempt}`), key);
    await syncPath(folder);
  }
  async function complete(): Promise<void> {
    await writer?.finish();
    writer = null;
    for (const one of await storedIn(folder))
      if (one.segment === segment && one.attempt < attempt) await rm(one.file);
  }

  return {
    /** Where to begin: after the last whole segment, or at the beginning of the newest. Null: nothing is stored. */
    async resumeAt(): Promise<bigint | null> {
      const perId = 0x1_0000_0000n / size;
      const own = (await bestFiles(folder, key))
        .entries()
        .filter(([name]) => Number.parseInt(name.slice(0, 8), 16) === timeline);
      const newest = [...own].at(-1);
      if (!newest) return null;
      const [name, { bytes }] = newest;
      const number = BigInt(`0x${name.slice(8, 16)}`) * perId + BigInt(`0x${name.slice(16)}`);
      return (number + (bytes === segmentBytes ? 1n : 0n)) * size;
    },

    /** On the disk once it resolves. */
    async store(at: bigint, bytes: Buffer): Promise<void> {
      let [place, left] = [at, bytes];
      while (left.length > 0) {
        const room = Number(size - (place % size));
        if (place % size === 0n) await begin(place);
        if (!writer) throw new Error('the log does not begin at the beginning of a segment');
        const part = left.subarray(0, room);
        await writer.write(part);
        if (part.length === room) await complete();
        place += BigInt(part.length);
        left = left.subarray(room);
      }
      await writer?.sync();
    },

    async close(): Promise<void> {
      await writer?.close();
      writer = null;
    },
  };
}
