import { takenWhole } from './word-index.ts';

/** A word is tried without its ending only when this many letters remain. */
const STEM_LETTERS = 4;

/** Letters that a step of a search leaves out at the end of words; the last step takes near spellings too. */
export const STEPS = [0, 1, 2, 3] as const;
export type Step = (typeof STEPS)[number];
export const LAST_STEP = 3 satisfies Step;
const LETTERS: readonly number[] = [1, 2];

/** The same search for PostgreSQL: texts of `tsquery`, which are matched with the stored words as they are. */
export interface WordQuery {
  any: string;
  /** In titles, whole or from their beginning; null: a match has no class. */
  start: string | null;
  whole: string | null;
  /** The lot's number, where a single word may be one. */
  number: number | null;
}

const withoutEnding = (word: string, letters: number): string | null =>
  /\d/.test(word) || word.length - letters < STEM_LETTERS ? null : word.slice(0, word.length - letters);

/** A word and what is left of it without its ending, as far as a step goes. */
export const formsOf = (word: string, step: Step): string[] => [
  word,
  ...LETTERS.filter((letters) => letters <= step).flatMap((letters) => withoutEnding(word, letters) ?? []),
];

const lexeme = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const begun = (word: string, prefix = ''): string => lexeme(prefix + word) + (takenWhole(word) ? '' : ':*');
const every = (words: readonly string[], termsOf: (word: string, at: number) => string[]): string =>
  words.map((word, at) => `(${termsOf(word, at).join(' | ')})`).join(' & ');

/** @param near near spellings of each word, for the last step */
export function wordQuery(
  words: readonly string[],
  step: Step,
  near: readonly (readonly string[])[] = [],
): WordQuery {
  const isExact = step === 0;
  return {
    any: every(words, (word, at) => [
      ...formsOf(word, step).flatMap((form) => [begun(form), begun(form, '~')]),
      ...(step === LAST_STEP ? (near[at] ?? []) : []).flatMap((one) => [lexeme(one), lexeme(`~${one}`)]),
    ]),
    start: isExact ? every(words, (word) => [begun(word)]) : null,
    whole: isExact ? every(words, (word) => [lexeme(word)]) : null,
    number: isExact && words.length === 1 && Number.isSafeInteger(Number(words[0])) ? Number(words[0]) : null,
  };
}
