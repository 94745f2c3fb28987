import { searchForm } from '#shared/i18n/transliterate.ts';
import { bitsFor, hasBit, intersect, setBit, type Bits } from './bits.ts';
import type { Columns } from './columns.ts';
import { takenWhole, type Terms, type WordMatches } from './terms.ts';

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
export type Classes = Bits[];

type Pick = (matches: WordMatches) => readonly (readonly number[])[];
const WHOLE: Pick = (m) => [m.whole];
const START: Pick = (m) => [m.whole, m.start];
const ANY: Pick = (m) => [m.whole, m.start, m.elsewhere];

function bitsOf(columns: Columns, lists: readonly (readonly number[])[]): Bits {
  const bits = bitsFor(columns.id.length);
  for (const ids of lists)
    for (const id of ids) {
      const place = columns.placeOf(id);
      // Published since the last look at the lots: the next one knows it.
      if (place !== undefined) setBit(bits, place);
    }
  return bits;
}

/** Lots that have every word. */
function everyWord(columns: Columns, words: readonly (readonly (readonly number[])[])[]): Bits {
  let all: Bits | null = null;
  for (const lists of words) {
    const one = bitsOf(columns, lists);
    if (all) intersect(all, one);
    else all = one;
  }
  return all ?? bitsFor(columns.id.length);
}

const isEmpty = (bits: Bits): boolean => bits.every((word) => word === 0);
const withoutEnding = (word: string, letters: number): string | null =>
  /\d/.test(word) || word.length - letters < STEM_LETTERS ? null : word.slice(0, word.length - letters);

/**
 * Lots with the words typed. First by the words as they are and as beginnings; where nothing has them all, by the
 * words without their last letters (endings of cases), then by words written nearly so.
 */
export async function findWords(
  columns: () => Columns,
  terms: Terms,
  words: readonly string[],
): Promise<() => Classes> {
  const exact = await Promise.all(words.map((word) => terms.byWord(word)));
  const found = everyWord(columns(), exact.map(ANY));
  if (!isEmpty(found)) {
    return () => {
      const of = columns();
      const classes = [WHOLE, START, ANY].map((pick) => everyWord(of, exact.map(pick)));
      const number = of.placeOf(Number(words[0]));
      if (words.length === 1 && number !== undefined && hasBit(classes[0] as Bits, number)) {
        const itself = bitsFor(of.id.length);
        setBit(itself, number);
        classes.unshift(itself);
      }
      return classes;
    };
  }
  let wider: (readonly number[])[][] = exact.map((matches) => [...ANY(matches)]);
  for (const letters of [1, 2]) {
    const shorter = await Promise.all(
      words.map((word) => {
        const stem = withoutEnding(word, letters);
        return stem === null ? null : terms.byWord(stem);
      }),
    );
    wider = wider.map((lists, i) => (shorter[i] ? [...lists, ...ANY(shorter[i])] : lists));
    if (!isEmpty(everyWord(columns(), wider))) return () => [everyWord(columns(), wider)];
  }
  const near = await Promise.all(words.map((word) => (/\d/.test(word) ? [] : terms.nearWord(word))));
  const widest = wider.map((lists, i) => [...lists, near[i] ?? []]);
  return () => [everyWord(columns(), widest)];
}
