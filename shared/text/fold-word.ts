import { APOSTROPHES, stripInvisible } from './strip-invisible.ts';
import { toLatin } from './to-latin.ts';

const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g');

/**
 * A word as lists of known words compare it: lower-case Latin with plain apostrophes and single spaces, without invisible
 * marks; Uzbek and Russian Cyrillic are written in Latin. Not a spelling to show.
 */
export const foldWord = (text: string): string =>
  toLatin(
    stripInvisible(text)
      // The compatibility form of U+00B4 is a space and a mark: apostrophes go first.
      .replace(ANY_APOSTROPHE, "'")
      .normalize('NFKC'),
  )
    .replace(ANY_APOSTROPHE, "'")
    .replace(/\s+/gu, ' ')
    .trim();

/** Tells whether a text is one of these words, in any of their spellings. */
export function isOneOf(words: readonly string[]): (text: string) => boolean {
  const folded = new Set(words.map(foldWord));
  return (text) => folded.has(foldWord(text));
}
