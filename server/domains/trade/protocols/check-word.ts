import { randomInt, timingSafeEqual } from 'node:crypto';

/** Without characters that look alike on paper: 32 of them, so that eight give 40 bits. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 8;
/** Cyrillic letters people type for Latin ones that look the same. */
const CYRILLIC = 'АВЕКМНРСТУХ';
const LATIN = 'ABEKMHPCTYX';

export const newCheckWord = (): string =>
  Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** As it is printed: two groups of four. */
export const printedWord = (word: string): string => `${word.slice(0, 4)}-${word.slice(4)}`;

/** Whether people typed the word of a protocol, in whatever case and grouping. */
export function isCheckWord(typed: string, word: string): boolean {
  const letters = typed
    .toUpperCase()
    .replace(/[А-Я]/g, (letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter)
    .replace(/[\s\p{Pd}]/gu, '');
  const given = Buffer.from(letters);
  const wanted = Buffer.from(word);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
