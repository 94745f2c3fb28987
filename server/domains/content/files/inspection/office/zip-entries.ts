import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { Refused } from '../inspection.ts';

/** A thousand pictures or sheets are more than a document of 10 MB has. */
const ENTRIES = 3_000;
const MIB = 1024 * 1024;
/** Unpacked, all entries together. */
export const UNPACKED_BYTES = 100 * MIB;
/** Unpacked to packed, of an entry above the size where it matters. Long sheets of equal rows pack 60 to 1. */
const RATIO = 200;
const RATIO_FROM_BYTES = 1 * MIB;
const SYMLINK = 0o120000;
const FILE_TYPE_MASK = 0o170000;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const END = 0x06054b50;
const END_BYTES = 22;
/** Another name of an entry, which some programs read and others do not. */
const UNICODE_PATH = 0x7075;
/** Of an entry whose sizes follow its content, in so many bytes. */
const SIZES_FOLLOW = 1 << 3;
/** What must be the same in both headers: encryption, and the letters of the name. */
const FLAGS = 1 | (1 << 11);
const DESCRIPTOR_BYTES = 24;

/** Name as programs compare it: without letters' case and forms. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * Entries of a ZIP that every program reads in the same way: no two of one name, and the headers before the contents say what
 * the list at the end says, one after the other without gaps. @throws Refused
 */
export async function plainEntries(zip: ZipFile, bytes: Buffer): Promise<Entry[]> {
  if (zip.entryCount > ENTRIES) throw new Refused('files.too-complex');
  // A second end may be hidden in a comment.
  const end = bytes.length - END_BYTES;
  if (end < 0 || bytes.readUInt32LE(end) !== END) throw new Refused('files.ambiguous-content');
  const entries: Entry[] = [];
  const names = new Set<string>();
  for await (const entry of entriesOf(zip)) {
    checkEntry(entry);
    const name = folded(entry.fileName);
    if (names.has(name)) throw new Refused('files.ambiguous-content');
    names.add(name);
    entries.push(entry);
  }
  checkLayout(entries, bytes, bytes.readUInt32LE(end + 16));
  return entries;
}

function checkEntry(entry: Entry): void {
  const { uncompressedSize, compressedSize } = entry;
  if (entry.isEncrypted()) throw new Refused('files.encrypted');
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK) === SYMLINK)
    throw new Refused('files.mixed-content');
  if (entry.extraFields.some(({ id }) => id === UNICODE_PATH)) throw new Refused('files.ambiguous-content');
  const dense = uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * RATIO;
  if (dense || uncompressedSize > UNPACKED_BYTES) throw new Refused('files.too-complex');
}

/** Programs that read from the beginning find the same entries as those that read from the end. */
function checkLayout(entries: readonly Entry[], bytes: Buffer, listAt: number): void {
  let expected = 0;
  let slack = 0;
  for (const entry of entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )) {
    const at = entry.relativeOffsetOfLocalHeader;
    const header = bytes.subarray(at, at + LOCAL_HEADER_BYTES);
    if (at < expected || at > expected + slack || header.length < LOCAL_HEADER_BYTES)
      throw new Refused('files.ambiguous-content');
    const nameBytes = header.readUInt16LE(26);
    const start = at + LOCAL_HEADER_BYTES + nameBytes + header.readUInt16LE(28);
    if (!isSame(entry, header, bytes.subarray(at + LOCAL_HEADER_BYTES, at + LOCAL_HEADER_BYTES + nameBytes)))
      throw new Refused('files.ambiguous-content');
    expected = start + entry.compressedSize;
    slack = (entry.generalPurposeBitFlag & SIZES_FOLLOW) === 0 ? 0 : DESCRIPTOR_BYTES;
  }
  if (listAt < expected || listAt > expected + slack) throw new Refused('files.ambiguous-content');
}

function isSame(entry: Entry, header: Buffer, name: Buffer): boolean {
  const flags = header.readUInt16LE(6);
  const sizes = [header.readUInt32LE(14), header.readUInt32LE(18), header.readUInt32LE(22)];
  const listed = [entry.crc32, entry.compressedSize, entry.uncompressedSize];
  const sizesFollow = (flags & SIZES_FOLLOW) !== 0;
  return (
    header.readUInt32LE(0) === LOCAL_HEADER &&
    (flags & FLAGS) === (entry.generalPurposeBitFlag & FLAGS) &&
    header.readUInt16LE(8) === entry.compressionMethod &&
    name.equals(entry.fileNameRaw) &&
    sizes.every((size, n) => size === listed[n] || (sizesFollow && (size === 0 || size === 0xffffffff)))
  );
}

/** @throws Refused for names that lead out of the document, and for a list of entries that is damaged */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      const settle = (end: () => void) => {
        zip.removeAllListeners();
        end();
      };
      zip.once('entry', (found: Entry) => settle(() => resolve(found)));
      zip.once('end', () => settle(() => resolve(null)));
      zip.once('error', (error: Error) =>
        settle(() =>
          reject(
            new Refused(
              /relative path|absolute path|invalid characters in fileName/.test(error.message)
                ? 'files.mixed-content'
                : 'files.damaged',
            ),
          ),
        ),
      );
      zip.readEntry();
    });
    if (!entry) return;
    yield entry;
  }
}

/** Unpacks an entry. @throws Refused where its size or method is wrong: the file's fault; checksums are not compared */
export async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
    zip.openReadStream(entry, (error, found) => {
      if (error) reject(new Refused('files.damaged'));
      else resolve(found);
    });
  });
  const chunks = stream[Symbol.asyncIterator]();
  for (;;) {
    // Not retried: the same bytes fail again. What the reader of the chunks throws is not caught here.
    const { done, value } = await chunks.next().catch(() => {
      throw new Refused('files.damaged');
    });
    if (done) return;
    yield value;
  }
}

/** @throws Refused */
export function openZip(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, validateEntrySizes: true, strictFileNames: true };
    yauzl.fromBuffer(bytes, options, (error, zip) => {
      if (error) reject(new Refused('files.damaged'));
      else resolve(zip);
    });
  });
}
