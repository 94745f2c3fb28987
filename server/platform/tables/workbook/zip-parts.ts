import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { TableSource } from '../table-source.ts';

const MIB = 1024 * 1024;
/** Parts of a workbook; more are pictures that are not needed here. */
const PARTS_MAX = 2_000;
/** Unpacked, all parts that are read together: rooms share the machine. */
const UNPACKED_BYTES = 256 * MIB;
/** Unpacked to packed, above the size where it matters. Long sheets of equal rows pack 60 to 1. */
const RATIO = 200;
const RATIO_FROM_BYTES = MIB;

/** The parts of a workbook, none of which is unpacked before it is opened. */
export interface ZipParts {
  has(name: string): boolean;
  /** Its text, UTF-8, in chunks. @throws what a damaged archive brings */
  open(name: string): AsyncGenerator<Uint8Array>;
  close(): void;
}

const OPTIONS = { lazyEntries: true, autoClose: false, validateEntrySizes: true } as const;

const openZip = (source: TableSource): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null, zip?: ZipFile) => (zip ? resolve(zip) : reject(error!));
    if ('file' in source) yauzl.open(source.file, OPTIONS, done);
    else yauzl.fromBuffer(Buffer.from(source.bytes), OPTIONS, done);
  });

const entriesOf = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on('entry', (entry: Entry) => {
      // Of two parts of one name programs read different ones.
      if (entries.has(entry.fileName)) reject(new Error('a part occurs twice'));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', reject);
    zip.readEntry();
  });

/** The parts of an archive; `workbook-size`: they unpack to more than is read. @throws when it is no archive that can be read */
export async function zipParts(source: TableSource): Promise<ZipParts | 'workbook-size'> {
  const zip = await openZip(source);
  try {
    if (zip.entryCount > PARTS_MAX) {
      zip.close();
      return 'workbook-size';
    }
    const entries = await entriesOf(zip);
    const isLarge = ({ compressedSize: packed, uncompressedSize: size }: Entry): boolean =>
      size > UNPACKED_BYTES || (size > RATIO_FROM_BYTES && size > RATIO * packed);
    const xml = [...entries.values()].filter(({ fileName }) => fileName.endsWith('.xml'));
    if (xml.some(isLarge) || xml.reduce((sum, each) => sum + each.uncompressedSize, 0) > UNPACKED_BYTES) {
      zip.close();
      return 'workbook-size';
    }
    return {
      has: (name) => entries.has(name),
      async *open(name) {
        const entry = entries.get(name);
        if (!entry || entry.isEncrypted()) throw new Error(`no part ${name}`);
        // What unpacks to more than the archive says is an error of the stream.
        const stream = await new Promise<Readable>((resolve, reject) =>
          zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
        );
        try {
          for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
        } finally {
          stream.destroy();
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
