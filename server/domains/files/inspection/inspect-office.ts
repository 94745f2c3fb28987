import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { OFFICE_PARTS } from './content-type.ts';
import { Refused } from './inspection.ts';

/** A thousand pictures or sheets are more than a document of 10 MB has. */
const ENTRIES = 3_000;
const MIB = 1024 * 1024;
/** Unpacked, all entries together. */
const UNPACKED_BYTES = 100 * MIB;
/** Unpacked to packed, of an entry above the size where it matters. Long sheets of equal rows pack 60 to 1. */
const RATIO = 200;
const RATIO_FROM_BYTES = 1 * MIB;
/** Programs in documents. */
const ACTIVE = /(?:^|\/)(?:vbaProject[^/]*\.bin|vbaData\.xml|activeX\/|macrosheets\/)/i;
const MACRO_TYPE = /macroEnabled|vbaProject/i;
const CONTENT_TYPES = '[Content_Types].xml';
const CONTENT_TYPES_BYTES = 1 * MIB;
const SYMLINK = 0o120000;
const FILE_TYPE_MASK = 0o170000;

const openZip = promisify<string, yauzl.Options, ZipFile>(yauzl.open);

/** DOCX or XLSX by its parts. Everything is unpacked once, counted and thrown away. @throws Refused */
export async function inspectOffice(file: string): Promise<string> {
  let zip: ZipFile;
  try {
    zip = await openZip(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  } catch {
    // Not retried: it is no ZIP that can be read.
    throw new Refused('files.damaged');
  }
  try {
    return await inspectEntries(zip);
  } finally {
    zip.close();
  }
}

async function inspectEntries(zip: ZipFile): Promise<string> {
  if (zip.entryCount > ENTRIES) throw new Refused('files.too-complex');
  const names = new Set<string>();
  let unpacked = 0;
  let contentTypes = '';
  for await (const entry of entriesOf(zip)) {
    checkEntry(entry, names);
    const isTypes = entry.fileName === CONTENT_TYPES;
    for await (const chunk of await contentOf(zip, entry)) {
      unpacked += chunk.length;
      if (unpacked > UNPACKED_BYTES) throw new Refused('files.too-complex');
      if (isTypes && contentTypes.length < CONTENT_TYPES_BYTES) contentTypes += chunk.toString('latin1');
    }
  }
  if (MACRO_TYPE.test(contentTypes)) throw new Refused('files.active-content');
  const parts = Object.entries(OFFICE_PARTS).filter(([part]) => names.has(part));
  const [only, further] = parts;
  if (!only || contentTypes === '') throw new Refused('files.unsupported-type');
  if (further) throw new Refused('files.mixed-content');
  return only[1];
}

function checkEntry(entry: Entry, names: Set<string>): void {
  const { fileName, uncompressedSize, compressedSize } = entry;
  if (entry.isEncrypted()) throw new Refused('files.encrypted');
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK) === SYMLINK)
    throw new Refused('files.mixed-content');
  // Two entries of one name: programs differ in which of them they read.
  if (names.has(fileName)) throw new Refused('files.damaged');
  names.add(fileName);
  if (ACTIVE.test(fileName)) throw new Refused('files.active-content');
  const dense = uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * RATIO;
  if (dense || uncompressedSize > UNPACKED_BYTES) throw new Refused('files.too-complex');
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

async function contentOf(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
    zip.openReadStream(entry, (error, found) => {
      if (error) reject(new Refused('files.damaged'));
      else resolve(found);
    });
  });
  return damagedWhenUnreadable(stream);
}

/** Faults of unpacking are the file's: a wrong size or method. Checksums are not compared. */
async function* damagedWhenUnreadable(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch {
    // Not retried: the same bytes fail again.
    throw new Refused('files.damaged');
  }
}
