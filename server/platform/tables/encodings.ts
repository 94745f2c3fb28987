import { type Encoding } from '#shared/api/tables.ts';
import { readingOf, type Reading } from './cyrillic-odds.ts';

/** Bytes looked at to tell UTF-16 without a mark. */
const SAMPLE = 4_096;
/** Letters and bytes of words from which an encoding of single bytes is recognised. */
const WORDS_MAX = 20_000;
/** Words with bytes outside ASCII, with the figures and Latin letters that touch them; bytes are read as Latin-1. */
const WORD = /[0-9A-Za-z]{0,20}[\x80-\xFF][0-9A-Za-z\x80-\xFF]{0,40}/g;
const SINGLE_BYTES = ['windows-1251', 'ibm866', 'koi8-r'] as const;
/** How much likelier the best reading has to be than the next one, as a logarithm. */
const MARGIN = 6;
/** So many letters outside ASCII that are whole in UTF-8 are in no other encoding by chance. */
const CERTAIN_LETTERS = 4;
/** Mean logarithm of a byte below which a reading is no Russian and no Uzbek. */
const READABLE = -5;

/** Zero bytes at even and at odd places: tables are full of digits and signs, whose high byte is zero in UTF-16. */
function zeros(bytes: Uint8Array): { even: number; odd: number } {
  const counted = { even: 0, odd: 0 };
  for (let at = 0; at < Math.min(bytes.length, SAMPLE); at += 1)
    if (bytes[at] === 0) counted[at % 2 === 0 ? 'even' : 'odd'] += 1;
  return counted;
}

/** Encoding that the first bytes give away: a byte order mark, or the zeros of UTF-16; null: one of single bytes or UTF-8. */
function encodingOfStart(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const { even, odd } = zeros(bytes);
  const half = Math.min(bytes.length, SAMPLE) / 8;
  if (odd > half && odd > 4 * even) return 'utf-16le';
  return even > half && even > 4 * odd ? 'utf-16be' : null;
}

/** Text of a table in its encoding. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes);

/**
 * The encoding of single bytes in which words are Russian or Uzbek; null: none, or several are as likely. Bytes are never read
 * as the letters of an encoding that only might be theirs.
 */
function singleByteEncoding(words: readonly string[]): Encoding | null {
  if (words.length === 0) return null;
  const [best, next] = SINGLE_BYTES.map((encoding): Reading & { encoding: Encoding } => ({
    encoding,
    ...readingOf(words.map((word) => decodeText(Buffer.from(word, 'latin1'), encoding))),
  })).toSorted((one, other) => other.odds - one.odds);
  const isClear = best!.odds - next!.odds >= MARGIN;
  return isClear && best!.odds / best!.letters >= READABLE ? best!.encoding : null;
}

/** Looks at the bytes of a file, in pieces, in their order. */
export function encodingFinder() {
  const decoder = new TextDecoder('utf-8');
  const words: string[] = [];
  let start: Encoding | null | undefined;
  let broken = 0;
  let foreign = 0;
  let taken = 0;
  /** A broken letter among whole ones damages its row only. */
  const isUtf8 = (): boolean => broken === 0 || foreign >= 4 * broken;
  const count = (text: string) => {
    broken += text.match(/\uFFFD/g)?.length ?? 0;
    foreign += text.match(/[^\0-\x7F\uFFFD]/g)?.length ?? 0;
  };
  return {
    /** True: the encoding is certain, and the rest of the file need not be looked at. */
    look(bytes: Uint8Array): boolean {
      start ??= encodingOfStart(bytes);
      if (start) return true;
      count(decoder.decode(bytes, { stream: true }));
      if (taken >= WORDS_MAX) return false;
      for (const [word] of Buffer.from(bytes).toString('latin1').matchAll(WORD)) {
        words.push(word);
        taken += word.length;
        if (taken >= WORDS_MAX) break;
      }
      return false;
    },

    /**
     * null: it cannot be recognised, and letters would be wrong.
     * @param named by a person, whose word counts where the bytes do not say otherwise; null: no one has
     */
    found(named: Encoding | null): Encoding | null {
      if (start) return named === null || named === start ? start : null;
      count(decoder.decode());
      if (named === null) return isUtf8() ? 'utf-8' : singleByteEncoding(words);
      if (named === 'utf-8') return isUtf8() ? named : null;
      return broken === 0 && foreign >= CERTAIN_LETTERS ? null : named;
    },
  };
}
