import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** A table: in memory, or a file on this machine's disk. */
export type TableSource = { bytes: Uint8Array } | { file: string };

/** Bytes of a piece; after each, others in the process get their turn. */
const CHUNK = 64 * 1024;

/** Its bytes in their order. @throws faults of reading */
export async function* chunksOf(source: TableSource): AsyncGenerator<Uint8Array> {
  if ('file' in source) {
    yield* createReadStream(source.file) as AsyncIterable<Buffer>;
    return;
  }
  for (let at = 0; at < source.bytes.length; at += CHUNK) yield source.bytes.subarray(at, at + CHUNK);
}

/** Its first bytes. @throws faults of reading */
export async function startOf(source: TableSource, count: number): Promise<Uint8Array> {
  if ('bytes' in source) return source.bytes.subarray(0, count);
  const handle = await open(source.file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
