import { APOSTROPHES } from '../text/index.ts';
import { toLatin } from '../text/to-latin.ts';

const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g');

function folded(latin: string): string {
  return (
    latin
      .replace(ANY_APOSTROPHE, '')
      .replaceAll('ye', 'e')
      .replaceAll('iy', 'i')
      .replaceAll('ts', 's')
      .replaceAll('dj', 'j')
      .replaceAll('x', 'h')
      .replaceAll('q', 'k')
      .replace(/c(?!h)/g, 'k')
      .replaceAll('w', 'v')
      // Doubled letters are what people leave out: Jizzax, kompressor.
      .replace(/(\p{L})\1+/gu, '$1')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}

/**
 * What search compares: lower-case Latin letters and digits, any script and apostrophe folded together, words
 * separated by one space. Letters people mix up are one: х/ҳ, к/қ, г/ғ, е/э/йе, ий/и; so are c/k and w/v of foreign names.
 */
export const searchForm = (text: string): string => folded(toLatin(text.normalize('NFC')));

/** Letters that a keyboard without them, or habit, replaces by others: a text is found by both. */
const ALSO_TYPED: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`ў|o[${APOSTROPHES}]`, 'gu'), 'u'],
  [/ё/gu, 'е'],
];

/** The words a text is found by: its search form and, of words with ў, oʻ or ё, the spelling without these letters. */
export function searchWords(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  const words = new Set(searchForm(lower).split(' '));
  for (const [letters, typed] of ALSO_TYPED) {
    if (!lower.match(letters)) continue;
    for (const word of searchForm(lower.replace(letters, typed)).split(' ')) words.add(word);
  }
  return [...words].filter(Boolean).join(' ');
}
