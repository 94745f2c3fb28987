import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { StorageAway } from '#server/integrations/file-storage/index.ts';
import { Refused } from './inspection/inspection.ts';
import { pacedStream, type Pace } from './upload-pace.ts';

/** A sender that sends nothing for so long has lost the connection. */
const SILENCE_MS = 20_000;
/** The whole upload, so that slow senders do not collect. 10 MB within it are 300 kbit/s. */
const WHOLE_MS = 270_000;
/** Of each stage of an upload. */
const BUFFER_BYTES = 16 * 1024;
/** Boundaries and headers around the file. */
const AROUND_BYTES = 64 * 1024;
/** Uploads that a crash left behind. */
const LEFT_MS = 60 * 60 * 1_000;

/** A file on this machine's disk, in a folder of its own. */
export interface Received {
  file: string;
  /** For what is made of the file; `discard` removes both. */
  folder: string;
  sha256: string;
  sizeBytes: number;
  /** As sent. */
  name: string;
  discard(): Promise<void>;
}

/** The connection ended before the file was there: there is no one to answer. */
export class UploadAborted extends Error {
  constructor() {
    super('upload aborted');
    this.name = 'UploadAborted';
  }
}

export interface ReceiveLimits {
  fileBytes: number;
  silenceMs?: number;
  wholeMs?: number;
  /** Shared by all uploads of the process. */
  pace: Pace;
}

interface Measured {
  sizeBytes: number;
  sha256(): string;
}

/** Counts and hashes what a stream gives; ends it as soon as that is too much. No stage of its own, which would buffer. */
function measure(source: Readable, limit: number): Measured {
  const hash = createHash('sha256');
  const measured = { sizeBytes: 0, sha256: () => hash.digest('hex') };
  source.on('data', (chunk: Buffer) => {
    measured.sizeBytes += chunk.length;
    if (measured.sizeBytes > limit) source.destroy(new Refused('files.too-large'));
    else hash.update(chunk);
  });
  return measured;
}

/** Writes a stream to disk while measuring it. @throws Refused, StorageAway; nothing is left then */
export async function spool(
  root: string,
  source: Readable,
  name: string,
  fileBytes: number,
): Promise<Received> {
  const folder = path.join(root, randomUUID());
  const discard = () => rm(folder, { recursive: true, force: true });
  const file = path.join(folder, 'original');
  let measured: Measured;
  let sourceFault: unknown = null;
  let diskFailed = false;
  source.once('error', (error) => {
    sourceFault = error;
  });
  try {
    await mkdir(folder, { recursive: true });
    // In one step with the pipeline: what flows without it is lost.
    measured = measure(source, fileBytes);
    const disk = createWriteStream(file, { flags: 'wx', mode: 0o600, highWaterMark: BUFFER_BYTES });
    // Each ends with the other's error: the first one is the reason.
    disk.once('error', () => {
      diskFailed = sourceFault === null;
    });
    await pipeline(source, disk);
  } catch (error) {
    await discard();
    // The disk's fault unless the sender's: full, read-only, gone.
    if (sourceFault !== null && !diskFailed) throw sourceFault;
    throw new StorageAway(error);
  }
  if (measured.sizeBytes === 0) {
    await discard();
    throw new Refused('files.empty');
  }
  return { file, folder, sha256: measured.sha256(), sizeBytes: measured.sizeBytes, name, discard };
}

/**
 * Takes the one file out of a `multipart/form-data` body, never holding more than a few chunks of it in memory.
 * @throws Refused, StorageAway, UploadAborted; nothing is left then
 */
export async function receiveUpload(
  root: string,
  { body, contentType }: { body: Readable; contentType: string | undefined },
  { fileBytes, silenceMs = SILENCE_MS, wholeMs = WHOLE_MS, pace }: ReceiveLimits,
): Promise<Received> {
  const parser = openParser(contentType, fileBytes);
  let spooling: Promise<Received> | null = null;
  let fault: Error | null = null;
  const fail = (error: Error) => {
    fault ??= error;
    parser.destroy(fault);
  };
  parser.on('file', (field, stream, { filename }) => {
    if (spooling || field !== 'file') {
      // Its end is the parser's.
      stream.on('error', () => undefined).resume();
      fail(new Refused('files.not-one-file'));
      return;
    }
    spooling = spool(root, stream, filename ?? '', fileBytes);
    spooling.catch(fail);
  });
  for (const event of ['filesLimit', 'partsLimit', 'fieldsLimit', 'field'] as const)
    parser.on(event, () => fail(new Refused('files.not-one-file')));

  await parsed(body, parser, { silenceMs, wholeMs, pace, bodyBytes: fileBytes + AROUND_BYTES }, fail);
  const received = await (spooling as Promise<Received> | null)?.catch(() => null);
  if (received && !fault) return received;
  // Not retried: the sender is answered, and what had arrived is removed.
  await received?.discard();
  throw knownFault(fault);
}

/**
 * Resolves once the parser has ended, however it ended. The body is not destroyed: the answer needs its connection.
 * @param fail called for a sender that is silent, slow or gone
 */
async function parsed(
  body: Readable,
  parser: busboy.Busboy,
  {
    silenceMs,
    wholeMs,
    pace,
    bodyBytes,
  }: { silenceMs: number; wholeMs: number; pace: Pace; bodyBytes: number },
  fail: (error: Error) => void,
): Promise<void> {
  const slow = () => fail(new Refused('files.too-slow'));
  const startedAt = performance.now();
  // Waiting for the pace is not the sender's slowness: neither limit counts it.
  const tooLong = () => {
    const leftMs = wholeMs + paced.waitedMs() - (performance.now() - startedAt);
    if (leftMs > 1) whole = setTimeout(tooLong, leftMs);
    else slow();
  };
  const tooSilent = () => (paced.isWaiting() ? silence.refresh() : slow());
  let whole = setTimeout(tooLong, wholeMs);
  const silence = setTimeout(tooSilent, silenceMs);
  const paced = pacedStream(pace, BUFFER_BYTES, () => ended || silence.refresh());
  let ended = false;
  let bytes = 0;
  const heard = (chunk: Buffer) => {
    silence.refresh();
    bytes += chunk.length;
    if (bytes > bodyBytes) fail(new Refused('files.too-large'));
  };
  const gone = () => {
    if (!body.readableEnded) fail(new UploadAborted());
  };
  body.on('data', heard).on('error', gone).on('close', gone);
  try {
    await new Promise<void>((resolve) => {
      // A malformed header is reported twice: when it is read, and by `destroy`. Unheard, the second would end the process.
      parser.on('error', fail);
      parser.once('close', resolve);
      if (body.destroyed) gone();
      body.pipe(paced.stream).pipe(parser);
    });
  } finally {
    ended = true;
    body.unpipe(paced.stream);
    paced.stream.unpipe(parser).destroy();
    body.off('data', heard).off('close', gone);
    clearTimeout(whole);
    clearTimeout(silence);
  }
}

function openParser(contentType: string | undefined, fileBytes: number): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      // More than allowed, so that the count above refuses instead of cutting.
      limits: { files: 1, fields: 0, parts: 3, fileSize: fileBytes + 2, headerPairs: 20 },
      defParamCharset: 'utf8',
      highWaterMark: BUFFER_BYTES,
      fileHwm: BUFFER_BYTES,
    });
  } catch {
    // Not retried: no boundary, or another type.
    throw new Refused('files.not-one-file');
  }
}

/** What the parser itself finds wrong is the body's. */
const knownFault = (fault: Error | null): Error =>
  fault instanceof Refused || fault instanceof StorageAway || fault instanceof UploadAborted
    ? fault
    : new Refused('files.not-one-file');

/** Removes uploads that a crash left behind. */
export async function removeLeftUploads(root: string, olderThanMs = LEFT_MS): Promise<number> {
  const names = await readdir(root).catch((error: unknown) => {
    // None has arrived yet.
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  });
  let removed = 0;
  for (const name of names) {
    const folder = path.join(root, name);
    const found = await stat(folder).catch(() => null);
    if (!found || Date.now() - Math.floor(found.mtimeMs) < olderThanMs) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
