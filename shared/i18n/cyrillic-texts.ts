import { ABBREVIATIONS, LATIN_WORDS, PRODUCT_NAMED, TEXTS } from './cyrillic-exceptions.ts';
import { toCyrillic } from './transliterate.ts';

/** Texts of one namespace: nested, or flat as those of the sign-in site. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

const PRODUCT = 'Savdo';
const escaped = (word: string): string => word.replaceAll('.', String.raw`\.`);
const longestFirst = [...LATIN_WORDS].sort((a, b) => b.length - a.length).map(escaped);

/** Placeholders, tags, texts named in texts, addresses, endings of files, and words left in Latin. */
const UNCHANGED = String.raw`\{+[^}]*\}+|\$t\([^)]*\)|<[^>]*>|[\w.]+@[\w.]+|\.xlsx?\b|(?<![\p{L}\d])(?:${longestFirst.join('|')})(?!\p{L})`;
const SPLIT = new RegExp(`(${UNCHANGED}|${Object.keys(ABBREVIATIONS).join('|')})`, 'u');
const SPLIT_BY_PRODUCT = new RegExp(`(${PRODUCT})`);

/** Pieces of a text by a pattern with one group: those at odd places match it. */
const changeOthers = (text: string, pattern: RegExp, change: (part: string) => string): string =>
  text
    .split(pattern)
    .map((part, at) => (at % 2 === 1 ? (ABBREVIATIONS[part] ?? part) : change(part)))
    .join('');

/** A text in Cyrillic from the one in Latin; placeholders, names and signs stay as they are. */
export const textInCyrillic = (latin: string): string =>
  changeOthers(latin, SPLIT, (part) => toCyrillic(part));

function byKey(key: string, latin: string): string {
  const written = TEXTS[key];
  if (written !== undefined) return written;
  return PRODUCT_NAMED.has(key)
    ? changeOthers(latin, SPLIT_BY_PRODUCT, textInCyrillic)
    : textInCyrillic(latin);
}

/** The texts of a namespace in Cyrillic from those in Latin. */
export const localeInCyrillic = (namespace: string, latin: TextTree): TextTree =>
  treeInCyrillic(`${namespace}:`, latin);

const treeInCyrillic = (prefix: string, latin: TextTree): TextTree =>
  Object.fromEntries(
    Object.entries(latin).map(([name, text]) => {
      const key = `${prefix}${name}`;
      return [name, typeof text === 'string' ? byKey(key, text) : treeInCyrillic(`${key}.`, text)];
    }),
  );
