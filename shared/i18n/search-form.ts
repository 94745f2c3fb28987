import { APOSTROPHES, stripInvisible } from '../text/index.ts';
import { toLatin } from '../text/to-latin.ts';
import { FOREIGN_NAMES } from './foreign-names.ts';

/** Of the words below; raised with every change of them, so that those stored with texts are computed again. */
export const SEARCH_VERSION = 1;

const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g');
const CONSONANT = '[bcdfghjklmnpqrstvwxz]';

/** Letters that Uzbek does not use, by their sound in foreign names: Mercedes, Tracker, Philips, Equinox, BMW, Camry. */
const BY_SOUND: readonly (readonly [RegExp, string])[] = [
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/ph/g, 'f'],
  [/qu(?=[aeio])/g, 'kv'],
  [/w/g, 'v'],
  [new RegExp(`(?<=${CONSONANT})y(?=${CONSONANT}|(?!\\p{L}))`, 'gu'), 'i'],
];

function folded(latin: string): string {
  // Letters of other languages lose their marks: Citroën.
  let text = latin.replace(ANY_APOSTROPHE, '').normalize('NFD').replace(/\p{M}/gu, '');
  for (const [letters, sound] of BY_SOUND) text = text.replace(letters, sound);
  return (
    text
      .replaceAll('ye', 'e')
      .replaceAll('iy', 'i')
      .replaceAll('ts', 's')
      .replaceAll('dj', 'j')
      .replaceAll('x', 'h')
      .replaceAll('q', 'k')
      // Doubled letters are what people leave out: Jizzax, kompressor.
      .replace(/(\p{L})\1+/gu, '$1')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}

const plain = (text: string): string => stripInvisible(text).normalize('NFC').toLowerCase();

/**
 * What search compares: lower-case Latin letters and digits, any script and apostrophe folded together, words
 * separated by one space. Letters people mix up are one: х/ҳ, к/қ, г/ғ, е/э/йе, ий/и.
 */
export const searchForm = (text: string): string => folded(toLatin(plain(text)));

/** Letters that a keyboard without them, or habit, replaces by others, and an x that is read ks: a text is found by both. */
const ALSO_TYPED: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`ў|o[${APOSTROPHES}]`, 'gu'), 'u'],
  [/ё/gu, 'е'],
  [/x/g, 'ks'],
];

/** Words as they are written, and in the other spellings of their letters. */
function* spelled(text: string): Generator<string> {
  const lower = plain(text);
  yield* searchForm(lower).split(' ');
  for (const [letters, typed] of ALSO_TYPED)
    if (lower.match(letters)) yield* searchForm(lower.replace(letters, typed)).split(' ');
}

/** By each form of a name, all of its forms. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  FOREIGN_NAMES.flatMap((names) => {
    const forms = [...new Set(names.flatMap((name) => [...spelled(name)]))];
    return forms.map((form) => [form, forms] as const);
  }),
);

/**
 * The words a text is found by: its search form, the other spellings of its words, and "Nexia" by "Нексия" and the other way
 * round. Stored with the text; a query is compared by its search form alone.
 */
export function searchWords(text: string): string {
  const words = new Set(spelled(text));
  for (const word of Array.from(words)) {
    if (word.includes('ks')) words.add(word.replaceAll('ks', 'h'));
    for (const form of NAMES.get(word) ?? []) words.add(form);
  }
  return [...words].filter(Boolean).join(' ');
}
