import { createReadStream } from 'node:fs';

/** Bytes looked at to tell UTF-16 without a mark. */
const SAMPLE = 4_096;

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

/** Zero bytes at even and at odd places: tables are full of digits and signs, whose high byte is zero in UTF-16. */
function zeros(bytes: Uint8Array): { even: number; odd: number } {
  const counted = { even: 0, odd: 0 };
  for (let at = 0; at < Math.min(bytes.length, SAMPLE); at += 1)
    if (bytes[at] === 0) counted[at % 2 === 0 ? 'even' : 'odd'] += 1;
  return counted;
}

/** Letters outside ASCII that were read, and places that could not be. */
const countedIn = (text: string): { broken: number; foreign: number } => ({
  broken: text.match(/\uFFFD/g)?.length ?? 0,
  foreign: text.match(/[^\0-\x7F\uFFFD]/g)?.length ?? 0,
});

const isMostlyReadable = (text: string): boolean => {
  const { broken, foreign } = countedIn(text);
  return foreign >= 4 * broken;
};

/** Encoding that the first bytes give away: a byte order mark, or the zeros of UTF-16; null: one of single bytes or UTF-8. */
function encodingOfStart(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const { even, odd } = zeros(bytes);
  const half = Math.min(bytes.length, SAMPLE) / 8;
  if (odd > half && odd > 4 * even) return 'utf-16le';
  return even > half && even > 4 * odd ? 'utf-16be' : null;
}

/**
 * The text of a file in UTF-8, UTF-16 or Windows-1251, with or without a byte order mark. What cannot be read becomes
 * U+FFFD, and its row is refused.
 */
export function decodeText(bytes: Uint8Array): string {
  const wide = encodingOfStart(bytes);
  if (wide) return decode(bytes, wide);
  const text = decode(bytes, 'utf-8');
  return text.includes('\uFFFD') && !isMostlyReadable(text) ? decode(bytes, 'windows-1251') : text;
}

/** The same of a file that is read in pieces: it is read once for this. @throws faults of reading */
export async function encodingOfFile(file: string): Promise<string> {
  const decoder = new TextDecoder('utf-8');
  let broken = 0;
  let foreign = 0;
  let isStart = true;
  const count = (text: string) => {
    const found = countedIn(text);
    broken += found.broken;
    foreign += found.foreign;
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const wide = isStart ? encodingOfStart(chunk) : null;
    if (wide) return wide;
    isStart = false;
    count(decoder.decode(chunk, { stream: true }));
  }
  count(decoder.decode());
  return broken > 0 && foreign < 4 * broken ? 'windows-1251' : 'utf-8';
}
