import { searchForm } from '#shared/i18n/transliterate.ts';
import type { Columns } from './columns.ts';
import type { BufferPool } from './buffer-pool.ts';
import type { WordCache, WordPlaces } from './word-cache.ts';
import { takenWhole } from './word-index.ts';
import { hasPlace, inEvery, isNone, type PlaceSet } from './place-sets.ts';

/** Words of a search beyond this many are ignored. */
const WORDS_MAX = 8;
/** A word is tried without its ending only when this many letters remain. */
const STEM_LETTERS = 4;

/** Words are stored up to this length. */
const WORD_LETTERS = 60;

/** A final c may be the beginning of ch, which folds differently: only the letters before it are searched for. */
const HALF_LETTER = /(?<=\p{L}{2})c$/iu;

/** The query as distinct folded words. A single letter next to words is ignored ("2017-y."), a digit is not. */
export function wordsOf(typed: string): string[] {
  const all = [...new Set(searchForm(typed.trim().replace(HALF_LETTER, '')).split(' ').filter(Boolean))];
  const telling = all.filter((word) => !takenWhole(word) || /\d/.test(word));
  return (telling.length > 0 ? telling : all)
    .slice(0, WORDS_MAX)
    .map((word) => [...word].slice(0, WORD_LETTERS).join(''));
}

/** Search results, best class first; a lot may be in several classes. */
export type Classes = PlaceSet[];

type Pick = (places: WordPlaces) => readonly PlaceSet[];
const WHOLE: Pick = (of) => [of.whole];
const START: Pick = (of) => [of.whole, of.start];
const ANY: Pick = (of) => [of.whole, of.start, of.elsewhere];

const withoutEnding = (word: string, letters: number): string | null =>
  /\d/.test(word) || word.length - letters < STEM_LETTERS ? null : word.slice(0, word.length - letters);

export interface WordSearch {
  columns: Columns;
  wordCache: WordCache;
  pool: BufferPool;
  words: readonly string[];
  /** True: all classes; false: only the last one, which holds all. */
  ranked: boolean;
  /** Lots with near spellings of each word; null: not loaded yet. */
  near: readonly PlaceSet[] | null;
}

/**
 * Lots with the typed words: by the words themselves and as prefixes; where no lot has them all, by the words without
 * their last letters (case endings), then by near spellings: null where those have to be loaded first.
 */
export function searchByWords({ columns, wordCache, pool, words, ranked, near }: WordSearch): Classes | null {
  const every = (of: readonly (readonly PlaceSet[])[]): PlaceSet => inEvery(of, pool);
  const exact = words.map((word) => wordCache.byWord(word));
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
      return stem === null ? sets : [...sets, ...ANY(wordCache.byWord(stem))];
    });
    const found = every(wider);
    if (!isNone(found)) return [found];
  }
  return near && [every(wider.map((sets, i) => [...sets, near[i] ?? []]))];
}

/** Near spellings are searched for words, not for numbers. */
export const hasNear = (word: string): boolean => !/\d/.test(word);
