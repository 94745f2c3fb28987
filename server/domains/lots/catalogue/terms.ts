/** Lots of one word, by how well they answer it; each list leaves out those of the lists before. */
export interface WordMatches {
  /** The word itself, in a title or as a number. */
  whole: number[];
  /** A word of a title that begins with it. */
  start: number[];
  /** Category, region, area or address. */
  elsewhere: number[];
}

export interface WordSource {
  /** Ids of lots by a word and by what begins with it; words of one letter are taken whole. */
  byWord(word: string): Promise<WordMatches>;
  /** Ids of lots with words written nearly like it. */
  nearWord(word: string): Promise<number[]>;
}

/** Lot numbers kept in all, which bounds the memory. */
const HELD_NUMBERS = 2_000_000;
const HELD_WORDS = 4_000;

const sizeOf = (matches: WordMatches): number =>
  matches.whole.length + matches.start.length + matches.elsewhere.length + 16;

/** What PostgreSQL found for words asked before. New lots are added by `published`, so that nothing is asked twice. */
export class Terms {
  readonly #source: WordSource;
  readonly #held = new Map<string, Promise<WordMatches>>();
  readonly #near = new Map<string, Promise<number[]>>();
  #numbers = 0;

  constructor(source: WordSource) {
    this.#source = source;
  }

  byWord(word: string): Promise<WordMatches> {
    const held = this.#held.get(word);
    if (held) {
      this.#held.delete(word);
      this.#held.set(word, held);
      return held;
    }
    // Kept before it is answered: a lot published meanwhile is added to the answer.
    const asked = this.#source.byWord(word);
    this.#held.set(word, asked);
    asked.then(
      (matches) => {
        this.#numbers += sizeOf(matches);
        this.#forget();
      },
      () => this.#held.delete(word), // the caller gets the rejection; the next one asks again
    );
    return asked;
  }

  nearWord(word: string): Promise<number[]> {
    const held = this.#near.get(word);
    if (held) return held;
    if (this.#near.size >= HELD_WORDS) this.#near.clear();
    const asked = this.#source.nearWord(word);
    this.#near.set(word, asked);
    asked.catch(() => this.#near.delete(word)); // as above
    return asked;
  }

  /** Lots that came, with their words as stored (`~` before those outside the title). */
  published(lots: readonly { id: number; words: readonly string[] }[]): void {
    if (lots.length === 0) return;
    this.#near.clear();
    // A load in bulk: asking again is cheaper than comparing.
    if (lots.length > 200) {
      this.clear();
      return;
    }
    for (const [word, asked] of this.#held)
      asked.then(
        (matches) => lots.forEach(({ id, words }) => addTo(matches, word, id, words)),
        () => undefined, // said to whoever asked
      );
  }

  clear(): void {
    this.#held.clear();
    this.#near.clear();
    this.#numbers = 0;
  }

  #forget(): void {
    if (this.#numbers <= HELD_NUMBERS && this.#held.size <= HELD_WORDS) return;
    // Half at once, the least recently used half: the sum need not be kept per word.
    const words = [...this.#held.keys()];
    for (const word of words.slice(0, Math.ceil(words.length / 2))) this.#held.delete(word);
    this.#numbers = Math.ceil(this.#numbers / 2);
  }
}

/** Words of one letter are taken whole: nearly every lot has one that begins with it. */
export const takenWhole = (word: string): boolean => [...word].length < 2;

function addTo(matches: WordMatches, word: string, id: number, words: readonly string[]): void {
  const begins = (text: string): boolean => (takenWhole(word) ? text === word : text.startsWith(word));
  if (words.includes(word)) matches.whole.push(id);
  else if (words.some(begins)) matches.start.push(id);
  else if (words.some((text) => text.startsWith('~') && begins(text.slice(1)))) matches.elsewhere.push(id);
}
