import { crc32 } from 'node:zlib';

const JPEG = Buffer.from('ffd8ff', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const EXIF = Buffer.from('Exif\0\0', 'latin1');
/** Place, camera, author and the like: EXIF, XMP and its continuation, IPTC. */
const FACTS = [
  EXIF,
  ...['http://ns.adobe.com/', 'Photoshop 3.0\0'].map((head) => Buffer.from(head, 'latin1')),
];
const PNG_FACTS = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);
const APP1 = 0xe1;
const APP13 = 0xed;
const START_OF_SCAN = 0xda;
const ORIENTATION = 0x0112;
/** EXIF of one entry, which turns the picture upright. */
const UPRIGHT_BYTES = 32;

/** How the picture is turned, 1 to 8; null: it does not say. @param tiff EXIF after its head */
function orientationIn(tiff: Buffer): number | null {
  if (tiff.length < 14) return null;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const list = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (list + 2 > tiff.length) return null;
  const count = short(list);
  for (let at = list + 2; at + 12 <= tiff.length && at < list + 2 + count * 12; at += 12) {
    if (short(at) !== ORIENTATION) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** What takes the place of a segment's content, as long as it. */
function blankOf(content: Buffer): Buffer {
  const blank = Buffer.alloc(content.length);
  if (!content.subarray(0, EXIF.length).equals(EXIF) || content.length < UPRIGHT_BYTES) return blank;
  const turned = orientationIn(content.subarray(EXIF.length));
  if (turned === null) return blank;
  EXIF.copy(blank);
  // Big endian, one list at 8 with one entry: a short.
  blank.write('4d4d002a0000000800010112000300000001', EXIF.length, 'hex');
  blank.writeUInt16BE(turned, EXIF.length + 18);
  return blank;
}

/**
 * Blanks the facts of every JPEG that is uncompressed in these bytes: the length stays, so that places after it hold, and so does what turns
 * a picture upright. null: there are none.
 */
export function blankPictureFacts(bytes: Buffer): Buffer | null {
  let changed: Buffer | null = null;
  for (let start = bytes.indexOf(JPEG); start >= 0; start = bytes.indexOf(JPEG, start + JPEG.length)) {
    for (let at = start + 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
      const marker = bytes[at + 1]!;
      const end = at + 2 + bytes.readUInt16BE(at + 2);
      if (marker < 0xc0 || marker === START_OF_SCAN || end < at + 4 || end > bytes.length) break;
      const content = bytes.subarray(at + 4, end);
      const isFact = FACTS.some((head) => content.subarray(0, head.length).equals(head));
      if ((marker === APP1 || marker === APP13) && isFact) {
        const blank = blankOf(content);
        if (!blank.equals(content)) {
          changed ??= Buffer.from(bytes);
          blank.copy(changed, at + 4);
        }
      }
      at = end;
    }
  }
  return changed;
}

/** A PNG without its texts, EXIF and time; null: it has none, or is no PNG that can be read to its end. */
export function withoutPngFacts(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, PNG.length).equals(PNG)) return null;
  const left: Buffer[] = [PNG];
  let dropped = false;
  for (let at = PNG.length; at < bytes.length;) {
    if (at + 12 > bytes.length) return null;
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length || bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4)))
      return null;
    if (PNG_FACTS.has(bytes.toString('latin1', at + 4, at + 8))) dropped = true;
    else left.push(bytes.subarray(at, end));
    at = end;
  }
  return dropped ? Buffer.concat(left) : null;
}
