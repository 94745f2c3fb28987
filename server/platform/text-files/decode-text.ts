/** Bytes looked at to tell UTF-16 without a mark. */
const SAMPLE = 4_096;

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

/** Zero bytes at even and at odd places: texts of a bank are mostly digits, whose high byte is zero in UTF-16. */
function zeros(bytes: Uint8Array): { even: number; odd: number } {
  const counted = { even: 0, odd: 0 };
  for (let at = 0; at < Math.min(bytes.length, SAMPLE); at += 1)
    if (bytes[at] === 0) counted[at % 2 === 0 ? 'even' : 'odd'] += 1;
  return counted;
}

/** Letters outside ASCII that were read, against places that could not be. */
const isMostlyReadable = (text: string): boolean => {
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  const foreign = text.match(/[^\0-\x7F\uFFFD]/g)?.length ?? 0;
  return foreign >= 4 * broken;
};

/**
 * The text of a bank's file in UTF-8, UTF-16 or Windows-1251, with or without a byte order mark. What cannot be read becomes
 * U+FFFD, and its row is refused.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be');
  const { even, odd } = zeros(bytes);
  const half = Math.min(bytes.length, SAMPLE) / 8;
  if (odd > half && odd > 4 * even) return decode(bytes, 'utf-16le');
  if (even > half && even > 4 * odd) return decode(bytes, 'utf-16be');
  const text = decode(bytes, 'utf-8');
  return text.includes('\uFFFD') && !isMostlyReadable(text) ? decode(bytes, 'windows-1251') : text;
}
