import { PlaceLists } from './place-lists.ts';

/** Places of lots by a word, in the class each answers best; a lot may stand in a worse class too. */
export interface WordMatches {
  /** The word itself, in a title or as a number. */
  whole: number[];
  /** A word of a title that begins with it. */
  start: number[];
  /** Category, region, area or address. */
  elsewhere: number[];
}

/** Stands before words that are not of the title. */
const ELSEWHERE = '~';
/** So many new words are put into the order one by one; more are sorted in. */
const FEW = 64;

/** Words of one letter are taken whole: nearly every lot has one that begins with it. */
export const takenWhole = (word: string): boolean => [...word].length < 2;

/**
 * Every word of every lot with the places it stands at, and all words in order, so that beginnings are found too.
 * Only added to: a lot whose words change gets a new place, and its old one is no longer listed.
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

  /** Saves memory once all lots are in; more may be added as before. */
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

  /** Places with just this word, wherever it stands. */
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

/** First place in sorted words that is not before the word. */
function lowerBound(words: readonly string[], word: string): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
