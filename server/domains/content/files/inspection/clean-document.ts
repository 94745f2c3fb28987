import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { contentOf, openZip, plainEntries } from './office/zip-entries.ts';
import { blankTiffFacts, blankWebpFacts } from './office-picture-facts.ts';
import { blankPictureFacts, withoutPngFacts } from './picture-facts.ts';

/** A signature covers bytes from here to there; a changed one would be broken. */
const SIGNED_PDF = '/ByteRange';
const SIGNED_OFFICE = /^_xmlsignatures\//i;
/** Of every entry: when it was written is a fact, too. */
const NO_TIME = new Date(Date.UTC(1980, 0, 1));

/**
 * A PDF without the place and camera of photos that are in it as they were taken. Photos packed once more, and signed documents, stay as
 * they are. null: nothing is to be changed.
 */
export const cleanPdf = (bytes: Buffer): Buffer | null =>
  bytes.includes(SIGNED_PDF) ? null : blankPictureFacts(bytes);

/** The same of an inspected DOCX or XLSX, packed again; of a signed one, null. */
export async function cleanOffice(bytes: Buffer): Promise<Buffer | null> {
  const zip = await openZip(bytes);
  try {
    const entries = (await plainEntries(zip, bytes)).filter(({ fileName }) => !fileName.endsWith('/'));
    if (entries.some(({ fileName }) => SIGNED_OFFICE.test(fileName))) return null;
    const packed = new ZipFile();
    let changed = false;
    for (const entry of entries) {
      const chunks: Buffer[] = [];
      for await (const chunk of contentOf(zip, entry)) chunks.push(chunk);
      const content = Buffer.concat(chunks);
      const clean = pictureWithout(content);
      changed ||= clean !== null;
      const compress = entry.compressionMethod !== 0;
      packed.addBuffer(clean ?? content, entry.fileName, {
        mtime: NO_TIME,
        forceDosTimestamp: true,
        compress,
      });
    }
    packed.end();
    return changed ? await buffer(packed.outputStream) : null;
  } finally {
    zip.close();
  }
}

/** Of a part that is a picture; letters in others may look like the beginning of one. */
const pictureWithout = (content: Buffer): Buffer | null =>
  content[0] === 0xff && content[1] === 0xd8
    ? blankPictureFacts(content)
    : (withoutPngFacts(content) ?? blankWebpFacts(content) ?? blankTiffFacts(content));
