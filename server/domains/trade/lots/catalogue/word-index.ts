import { PlaceLists } from './place-lists.ts';

/** Places of lots by a word, by class of match; a lot may be in a worse class too. */
export interface WordMatches {
  /** The word itself, in a title or as a number. */
  whole: number[];
  /** A word of a title that begins with it. */
  start: number[];
  /** Category, region, area or address. */
  elsewhere: number[];
}

/** Prefix of words outside the title. */
const ELSEWHERE = '~';
/** Up to this many new words are inserted one by one; more are sorted in. */
const FEW = 64;

/** Words of one letter match whole words only: nearly every lot has a word that begins with it. */
export const takenWhole = (word: string): boolean => [...word].length < 2;

/**
 * Inverted index: every word with its places, and all words sorted, so that prefixes are found too. Append-only: a lot
 * whose words change gets a new place, and its old one is no longer listed.
 */
export class WordIndex {
  /** Numbers of lists. */
  readonly #words = new Map<string, number>();
  readonly #places = new PlaceLists();
  #inOrder: string[] = [];
  #added: string[] = [];

  /** @param words as stored: those outside the title begin with `~` */
  add(place: number, words: readonly string[]): void {
    for (const word of words) {
      const list = this.#words.get(word);
      if (list !== undefined) this.#places.add(list, place);
      else {
        this.#words.set(word, this.#places.begin(place));
        this.#added.push(word);
      }
    }
  }

  /** Compacts memory once all lots are loaded; more may be added as before. */
  pack(): void {
    this.#places.pack();
  }

  matches(word: string): WordMatches {
    const beginnings = takenWhole(word) ? [] : this.#beginningWith(word);
    const others = takenWhole(word) ? [ELSEWHERE + word] : this.#beginningWith(ELSEWHERE + word);
    return {
      whole: this.#of([word]),
      start: this.#of(beginnings.filter((one) => one !== word)),
      elsewhere: this.#of(others),
    };
  }

  /** Places with exactly this word, in any field. */
  exactly(word: string): number[] {
    return this.#of([word, ELSEWHERE + word]);
  }

  #of(words: readonly string[]): number[] {
    const all: number[] = [];
    for (const word of words) {
      const list = this.#words.get(word);
      if (list !== undefined) for (const place of this.#places.of(list)) all.push(place);
    }
    return all;
  }

  #beginningWith(beginning: string): string[] {
    const words = this.#ordered();
    const first = lowerBound(words, beginning);
    let end = first;
    while (words[end]?.startsWith(beginning)) end += 1;
    return words.slice(first, end);
  }

  #ordered(): string[] {
    if (this.#added.length > FEW) this.#inOrder = [...this.#inOrder, ...this.#added].sort();
    else for (const word of this.#added) this.#inOrder.splice(lowerBound(this.#inOrder, word), 0, word);
    this.#added = [];
    return this.#inOrder;
  }
}

/** Index of the first sorted word that is not before this one. */
function lowerBound(words: readonly string[], word: string): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
