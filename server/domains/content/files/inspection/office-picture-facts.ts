/** Place, camera, author and the like in WebP. */
const WEBP_FACTS = new Set(['EXIF', 'XMP ']);
/** … and in TIFF: description, maker, model, program, time, author, computer, XMP, rights, IPTC, Photoshop. */
const TIFF_FACTS = new Set([270, 271, 272, 305, 306, 315, 316, 700, 33_432, 33_723, 34_377]);
/** Lists of facts alone: EXIF, GPS, interoperability. */
const TIFF_LISTS = new Set([34_665, 34_853, 40_965]);
/** By the number of its type; a byte where it is unknown. */
const TIFF_SIZES: Readonly<Record<number, number>> = {
  3: 2,
  4: 4,
  5: 8,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
};
const MOST_LISTS = 1_000;

const unlessEqual = (clean: Buffer, bytes: Buffer): Buffer | null => (clean.equals(bytes) ? null : clean);

/** A WebP with zeros in place of its EXIF and XMP, as long as it was; null: it has none, or is no WebP. */
export function blankWebpFacts(bytes: Buffer): Buffer | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  const clean = Buffer.from(bytes);
  for (let at = 12; at + 8 <= bytes.length;) {
    const end = Math.min(bytes.length, at + 8 + bytes.readUInt32LE(at + 4));
    if (WEBP_FACTS.has(bytes.toString('latin1', at, at + 4))) clean.fill(0, at + 8, end);
    at = end + ((end - at) % 2);
  }
  return unlessEqual(clean, bytes);
}

/** A TIFF with zeros in place of its facts, as long as it was; null: it has none, or is no TIFF. */
export function blankTiffFacts(bytes: Buffer): Buffer | null {
  const head = bytes.toString('latin1', 0, 4);
  if (bytes.length < 8 || (head !== 'II*\0' && head !== 'MM\0*')) return null;
  const little = head.startsWith('II');
  const short = (at: number): number => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number): number => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const clean = Buffer.from(bytes);
  const seen = new Set<number>();
  const lists = [{ start: long(4), isOfFacts: false }];
  for (let list = lists.pop(); list && seen.size < MOST_LISTS; list = lists.pop()) {
    const { start, isOfFacts } = list;
    if (start < 8 || start + 2 > bytes.length || seen.has(start)) continue;
    seen.add(start);
    const end = start + 2 + short(start) * 12;
    for (let at = start + 2; at < end && at + 12 <= bytes.length; at += 12) {
      const tag = short(at);
      if (TIFF_LISTS.has(tag)) lists.push({ start: long(at + 8), isOfFacts: true });
      else if (isOfFacts || TIFF_FACTS.has(tag)) {
        const size = (TIFF_SIZES[short(at + 2)] ?? 1) * long(at + 4);
        const from = size <= 4 ? at + 8 : long(at + 8);
        clean.fill(0, Math.min(from, bytes.length), Math.min(from + Math.max(size, 4), bytes.length));
      }
    }
    if (!isOfFacts && end + 4 <= bytes.length) lists.push({ start: long(end), isOfFacts: false });
  }
  return unlessEqual(clean, bytes);
}
