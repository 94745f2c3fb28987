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
  /** One place as a number, several as a list: most words are numbers of one lot. */
  readonly #places = new Map<string, number | number[]>();
  #inOrder: string[] = [];
  #added: string[] = [];

  /** @param words as stored: those outside the title begin with `~` */
  add(place: number, words: readonly string[]): void {
    for (const word of words) {
      const held = this.#places.get(word);
      if (held === undefined) {
        this.#places.set(word, place);
        this.#added.push(word);
      } else if (typeof held === 'number') this.#places.set(word, [held, place]);
      else held.push(place);
    }
  }

  matches(word: string): WordMatches {
    const beginnings = takenWhole(word) ? [] : this.#beginningWith(word);
    const places = beginnings.filter((one) => one !== word).flatMap((one) => this.#of(one));
    const others = takenWhole(word) ? [ELSEWHERE + word] : this.#beginningWith(ELSEWHERE + word);
    return { whole: this.#of(word), start: places, elsewhere: others.flatMap((one) => this.#of(one)) };
  }

  /** Places with just this word, wherever it stands. */
  exactly(word: string): number[] {
    return [...this.#of(word), ...this.#of(ELSEWHERE + word)];
  }

  #of(word: string): number[] {
    const held = this.#places.get(word);
    return held === undefined ? [] : typeof held === 'number' ? [held] : held;
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
