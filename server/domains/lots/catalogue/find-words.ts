import { searchForm } from '#shared/i18n/transliterate.ts';
import type { Columns } from './columns.ts';
import type { Scratch } from './scratch.ts';
import type { Terms, WordPlaces } from './terms.ts';
import { takenWhole } from './word-index.ts';
import { hasPlace, inEvery, isNone, type PlaceSet } from './word-sets.ts';

/** Words of a search beyond this many are ignored. */
const WORDS_MAX = 8;
/** A word is tried without its ending only when so many letters stay. */
const STEM_LETTERS = 4;

/** Words are stored up to this length. */
const WORD_LETTERS = 60;

/** A last c may be the beginning of ch, and is folded differently alone: what stands before it is searched for. */
const HALF_LETTER = /(?<=\p{L}{2})c$/iu;

/** What was typed, as words: folded, each once. A letter beside words says nothing ("2017-y."), a digit does. */
export function wordsOf(typed: string): string[] {
  const all = [...new Set(searchForm(typed.trim().replace(HALF_LETTER, '')).split(' ').filter(Boolean))];
  const telling = all.filter((word) => !takenWhole(word) || /\d/.test(word));
  return (telling.length > 0 ? telling : all)
    .slice(0, WORDS_MAX)
    .map((word) => [...word].slice(0, WORD_LETTERS).join(''));
}

/** What a search found, best class first; a lot may stand in several classes. */
export type Classes = PlaceSet[];

type Pick = (places: WordPlaces) => readonly PlaceSet[];
const WHOLE: Pick = (of) => [of.whole];
const START: Pick = (of) => [of.whole, of.start];
const ANY: Pick = (of) => [of.whole, of.start, of.elsewhere];

const withoutEnding = (word: string, letters: number): string | null =>
  /\d/.test(word) || word.length - letters < STEM_LETTERS ? null : word.slice(0, word.length - letters);

export interface WordSearch {
  columns: Columns;
  terms: Terms;
  scratch: Scratch;
  words: readonly string[];
  /** All classes are wanted; otherwise only the last one, which holds all. */
  ranked: boolean;
  /** Lots by words written nearly like each word; null: not known yet. */
  near: readonly PlaceSet[] | null;
}

/**
 * Lots with the words typed. First by the words as they are and as beginnings; where nothing has them all, by the
 * words without their last letters (endings of cases), then by words written nearly so: null where those are needed.
 */
export function findWords({ columns, terms, scratch, words, ranked, near }: WordSearch): Classes | null {
  const every = (of: readonly (readonly PlaceSet[])[]): PlaceSet => inEvery(of, scratch);
  const exact = words.map((word) => terms.byWord(word));
  const any = every(exact.map(ANY));
  if (!isNone(any)) {
    if (!ranked) return [any];
    const classes = [every(exact.map(WHOLE)), every(exact.map(START)), any];
    const number = columns.placeOf(Number(words[0]));
    if (words.length === 1 && number !== undefined && hasPlace(classes[0] as PlaceSet, number))
      classes.unshift([number]);
    return classes;
  }
  let wider: PlaceSet[][] = exact.map((places) => [...ANY(places)]);
  for (const letters of [1, 2]) {
    wider = wider.map((sets, i) => {
      const stem = withoutEnding(words[i] as string, letters);
      return stem === null ? sets : [...sets, ...ANY(terms.byWord(stem))];
    });
    const found = every(wider);
    if (!isNone(found)) return [found];
  }
  return near && [every(wider.map((sets, i) => [...sets, near[i] ?? []]))];
}

/** Words by which near spellings are looked for: numbers have none. */
export const hasNear = (word: string): boolean => !/\d/.test(word);
