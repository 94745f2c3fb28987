import { searchForm } from '#shared/i18n/transliterate.ts';
import type { Columns } from './columns.ts';
import type { BufferPool } from './buffer-pool.ts';
import type { NearWords, WordCache, WordPlaces } from './word-cache.ts';
import { takenWhole } from './word-index.ts';
import { formsOf, LAST_STEP, STEPS, wordQuery, type Step, type WordQuery } from './word-query.ts';
import { among, hasPlace, inEvery, isNone, type PlaceSet } from './place-sets.ts';

/** Words of a search beyond this many are ignored. */
const WORDS_MAX = 8;
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

/** What is loaded before a search goes beyond its words as they were typed. */
export interface Wider {
  /** Near spellings of each word. */
  near: readonly NearWords[];
  /** The first step at which lots that are not in memory are found. */
  olderStep: Step;
}

export interface WordSearch {
  columns: Columns;
  wordCache: WordCache;
  pool: BufferPool;
  words: readonly string[];
  /** True: all classes; false: only the last one, which holds all. */
  ranked: boolean;
  /** null: not loaded yet. */
  wider: Wider | null;
}

export interface WordMatch {
  classes: Classes;
  /** The same search among lots that are not in memory. */
  query: WordQuery;
}

/**
 * Lots with the typed words: by the words themselves and as prefixes; where no lot has them all, by the words without
 * their last letters (case endings), then by near spellings: null where more has to be loaded first.
 */
export function searchByWords({
  columns,
  wordCache,
  pool,
  words,
  ranked,
  wider,
}: WordSearch): WordMatch | null {
  // Words of removed lots stay in the index.
  const every = (of: readonly (readonly PlaceSet[])[]): PlaceSet => among(columns.present, inEvery(of, pool));
  const exact = words.map((word) => wordCache.byWord(word));
  const any = every(exact.map(ANY));
  if (!isNone(any) || wider?.olderStep === 0) {
    const query = wordQuery(words, 0);
    if (!ranked) return { classes: [any], query };
    const classes = [every(exact.map(WHOLE)), every(exact.map(START)), any];
    const number = query.number === null ? undefined : columns.placeOf(query.number);
    if (number !== undefined && hasPlace(classes[0] as PlaceSet, number)) classes.unshift([number]);
    return { classes, query };
  }
  if (!wider) return null;
  for (const step of STEPS.slice(1)) {
    const found = every(
      words.map((word, at) => [
        ...formsOf(word, step).flatMap((form) => ANY(wordCache.byWord(form))),
        ...(step === LAST_STEP ? [wider.near[at]?.places ?? []] : []),
      ]),
    );
    if (!isNone(found) || step === wider.olderStep || step === LAST_STEP)
      return {
        classes: [found],
        query: wordQuery(
          words,
          step,
          wider.near.map((near) => near.words),
        ),
      };
  }
  return null;
}

/** Near spellings are searched for words, not for numbers. */
export const hasNear = (word: string): boolean => !/\d/.test(word);
