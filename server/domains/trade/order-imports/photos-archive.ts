import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { RefusedPhoto } from '#shared/api/cabinet/order-imports.ts';
import { DOCUMENT_LIMITS, IMAGE_LIMITS } from '#shared/api/cabinet/files.ts';
import { ORDER_IMPORT_LIMITS } from '#shared/limits/order-imports.ts';
import { readerOf } from './archive-names.ts';

/** Unpacked to packed, of an entry above the size where it matters: photos and papers are packed already. */
const RATIO = 100;
const RATIO_FROM_BYTES = 1024 * 1024;
const SYMLINK = 0o120000;
const FILE_TYPE_MASK = 0o170000;
const ENCRYPTED = 1;
const UTF8 = 1 << 11;
const UNICODE_PATH = 0x7075;
/** What operating systems put in archives by themselves. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.(?!\.?\/)|Thumbs\.db$|desktop\.ini$)/i;
const IMAGE = /\.(?:jpe?g|png|webp)$/i;
const DOCUMENT = /\.(?:pdf|docx|xlsx)$/i;

export interface ArchivedFile {
  /** Path in the archive. */
  name: string;
  fileName: string;
  kind: 'image' | 'document';
  sizeBytes: number;
  open(): Promise<Readable>;
}

export interface PhotosArchive {
  /** Files of each lot by its line, in the order of their names. */
  files: ReadonlyMap<number, readonly ArchivedFile[]>;
  refused: readonly RefusedPhoto[];
}

/** It is no archive that can be read. */
export class NotAnArchive extends Error {}

const openZip = promisify<string, yauzl.Options, ZipFile>(yauzl.open);

/**
 * An archive with a folder for each lot, named by its number in the file or by `line-12`; folders may lie in another one. Every
 * file that is not for a lot is refused by name; nothing is unpacked before it is opened. @throws NotAnArchive
 * @param lineOf line of the row of a number; undefined: no row with this number will become an order
 */
export async function withPhotosArchive<Result>(
  file: string,
  lineOf: (folder: string) => number | undefined,
  use: (archive: PhotosArchive) => Promise<Result>,
): Promise<Result> {
  let zip: ZipFile;
  try {
    zip = await openZip(file, {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
      decodeStrings: false,
    });
  } catch (error) {
    // Not retried: another file is needed.
    throw new NotAnArchive((error as Error).message);
  }
  try {
    if (zip.entryCount > ORDER_IMPORT_LIMITS.photoFiles) throw new NotAnArchive('too many files');
    return await use(await sorted(zip, lineOf));
  } finally {
    zip.close();
  }
}

async function sorted(zip: ZipFile, lineOf: (folder: string) => number | undefined): Promise<PhotosArchive> {
  const files = new Map<number, ArchivedFile[]>();
  const refused: RefusedPhoto[] = [];
  const entries: Entry[] = [];
  for await (const entry of entriesOf(zip)) entries.push(entry);
  const nameOf = namesOf(entries);
  for (const entry of entries) {
    const name = nameOf(entry);
    if (name.endsWith('/') || LITTER.test(name)) continue;
    const judged = judge(entry, name, lineOf);
    if ('problem' in judged) {
      refused.push({ name: storable(name), problem: judged.problem });
      continue;
    }
    const { line, kind } = judged;
    const own = files.get(line) ?? [];
    files.set(line, own);
    own.push({
      name: storable(name),
      fileName: path.posix.basename(name),
      kind,
      sizeBytes: entry.uncompressedSize,
      open: () => contentOf(zip, entry),
    });
  }
  for (const [line, own] of files) files.set(line, withinLimits(inOrder(own), refused));
  return { files, refused };
}

/** Without what the database does not store. */
const storable = (name: string): string => name.replace(/[\0\p{Cs}]/gu, '\uFFFD').slice(0, 500);

/** Names in the order of people: 2.jpg before 10.jpg. */
const inOrder = (files: readonly ArchivedFile[]): ArchivedFile[] =>
  files.toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));

/** An order has so many files of each kind, and so many bytes. */
function withinLimits(files: readonly ArchivedFile[], refused: RefusedPhoto[]): ArchivedFile[] {
  const used = { image: { count: 0, bytes: 0 }, document: { count: 0, bytes: 0 } };
  return files.filter(({ name, kind, sizeBytes }) => {
    const { count, totalBytes } = kind === 'image' ? IMAGE_LIMITS : DOCUMENT_LIMITS;
    const own = used[kind];
    const problem =
      own.count >= count
        ? 'too-many-files'
        : own.bytes + sizeBytes > totalBytes
          ? 'files.set-too-large'
          : null;
    if (problem) refused.push({ name, problem });
    else {
      own.count += 1;
      own.bytes += sizeBytes;
    }
    return problem === null;
  });
}

function judge(
  entry: Entry,
  name: string,
  lineOf: (folder: string) => number | undefined,
): { line: number; kind: 'image' | 'document' } | { problem: RefusedPhoto['problem'] } {
  if (yauzl.validateFileName(name) !== null || name.includes('\0')) return { problem: 'unsafe-name' };
  // Attributes of Unix are in the upper half.
  const mode = (entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK;
  if (mode === SYMLINK) return { problem: 'not-a-file' };
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) return { problem: 'encrypted-entry' };
  const folder = name.split('/').at(-2);
  if (folder === undefined) return { problem: 'no-folder' };
  const line = lineOf(folder.trim());
  if (line === undefined) return { problem: 'no-lot' };
  const kind = IMAGE.test(name) ? 'image' : DOCUMENT.test(name) ? 'document' : null;
  if (kind === null) return { problem: 'files.unsupported-type' };
  const { fileBytes } = kind === 'image' ? IMAGE_LIMITS : DOCUMENT_LIMITS;
  if (entry.uncompressedSize > fileBytes) return { problem: 'files.too-large' };
  if (entry.uncompressedSize > RATIO_FROM_BYTES && entry.uncompressedSize > RATIO * entry.compressedSize)
    return { problem: 'packed-too-much' };
  return { line, kind };
}

const rawName = (entry: Entry): Buffer => entry.fileName as unknown as Buffer;

/** Whether a flag, or a field beside the name, says that it is UTF-8. */
const isMarked = ({ generalPurposeBitFlag: flags, extraFields }: Entry): boolean =>
  (flags & UTF8) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH);

function namesOf(entries: readonly Entry[]): (entry: Entry) => string {
  const unmarked = readerOf(entries.filter((entry) => !isMarked(entry)).map(rawName));
  return (entry) =>
    isMarked(entry)
      ? yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, rawName(entry), entry.extraFields, false)
      : unmarked(rawName(entry));
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const next = (): Promise<Entry | null> =>
    new Promise((resolve, reject) => {
      const settle = (work: () => void) => {
        zip.off('entry', found).off('end', ended).off('error', failed);
        work();
      };
      const found = (entry: Entry) => settle(() => resolve(entry));
      const ended = () => settle(() => resolve(null));
      // Not retried: the list of files is damaged, and another archive is needed.
      const failed = (error: Error) => settle(() => reject(new NotAnArchive(error.message)));
      zip.once('entry', found).once('end', ended).once('error', failed);
      zip.readEntry();
    });
  for (let entry = await next(); entry; entry = await next()) yield entry;
}

const contentOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
  );
