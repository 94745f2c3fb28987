import type { Columns } from './columns.ts';
import { bytesOf, placeSet, withPlace, type PlaceSet } from './word-sets.ts';

/** Ids of lots by a word, in the class each answers best. */
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

/** The same by places of the list in memory. */
export type WordPlaces = Record<keyof WordMatches, PlaceSet>;

/** Bytes of sets kept, and how many words at most. */
const HELD_BYTES = 64 * 1024 * 1024;
const HELD_WORDS = 20_000;

const bytes = ({ whole, start, elsewhere }: WordPlaces): number =>
  bytesOf(whole) + bytesOf(start) + bytesOf(elsewhere);

/** What PostgreSQL found for words asked before. New lots are added by `published`, so that nothing is asked twice. */
export class Terms {
  readonly #source: WordSource;
  readonly #columns: () => Columns;
  #held = new Map<string, Promise<WordPlaces>>();
  #near = new Map<string, Promise<PlaceSet>>();
  #bytes = 0;

  constructor(source: WordSource, columns: () => Columns) {
    this.#source = source;
    this.#columns = columns;
  }

  byWord(word: string): Promise<WordPlaces> {
    const held = this.#held.get(word);
    if (held) {
      this.#held.delete(word);
      this.#held.set(word, held);
      return held;
    }
    const home = this.#held;
    const asked = this.#source.byWord(word).then((matches) => ({
      whole: this.#placed(matches.whole),
      start: this.#placed(matches.start),
      elsewhere: this.#placed(matches.elsewhere),
    }));
    // Kept before it is answered: a lot published meanwhile is added to the answer.
    home.set(word, asked);
    asked.then(
      (places) => {
        this.#bytes += bytes(places);
        this.#forget();
      },
      () => home.delete(word), // the caller gets the rejection; the next one asks again
    );
    return asked;
  }

  nearWord(word: string): Promise<PlaceSet> {
    const held = this.#near.get(word);
    if (held) return held;
    if (this.#near.size >= HELD_WORDS / 10) this.#near = new Map();
    const home = this.#near;
    const asked = this.#source.nearWord(word).then((ids) => this.#placed(ids));
    home.set(word, asked);
    asked.catch(() => home.delete(word)); // as above
    return asked;
  }

  /** Lots that came, with their words as stored (`~` before those outside the title). */
  published(lots: readonly { id: number; words: readonly string[] }[]): void {
    if (lots.length === 0) return;
    this.#near = new Map();
    // A load in bulk: asking again is cheaper than comparing.
    if (lots.length > 200) {
      this.clear();
      return;
    }
    for (const [word, asked] of this.#held)
      asked.then(
        (places) => lots.forEach(({ id, words }) => this.#add(places, word, id, words)),
        () => undefined, // said to whoever asked
      );
  }

  clear(): void {
    this.#held = new Map();
    this.#near = new Map();
    this.#bytes = 0;
  }

  /** Lots published since the last look have no place yet: they come by `published`. */
  #placed(ids: readonly number[]): PlaceSet {
    const columns = this.#columns();
    const places: number[] = [];
    for (const id of ids) {
      const place = columns.placeOf(id);
      if (place !== undefined) places.push(place);
    }
    return placeSet(places, columns.id.length);
  }

  #add(places: WordPlaces, word: string, id: number, words: readonly string[]): void {
    const columns = this.#columns();
    const place = columns.placeOf(id);
    const kind = kindOf(word, words);
    if (place === undefined || kind === null) return;
    places[kind] = withPlace(places[kind], place, columns.id.length);
  }

  #forget(): void {
    if (this.#bytes <= HELD_BYTES && this.#held.size <= HELD_WORDS) return;
    // Half at once, the least recently used half: the sum need not be kept per word.
    const words = [...this.#held.keys()];
    for (const word of words.slice(0, Math.ceil(words.length / 2))) this.#held.delete(word);
    this.#bytes = Math.ceil(this.#bytes / 2);
  }
}

/** Words of one letter are taken whole: nearly every lot has one that begins with it. */
export const takenWhole = (word: string): boolean => [...word].length < 2;

function kindOf(word: string, words: readonly string[]): keyof WordMatches | null {
  const begins = (text: string): boolean => (takenWhole(word) ? text === word : text.startsWith(word));
  if (words.includes(word)) return 'whole';
  if (words.some(begins)) return 'start';
  return words.some((text) => text.startsWith('~') && begins(text.slice(1))) ? 'elsewhere' : null;
}
