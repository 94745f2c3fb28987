import type { Columns } from './columns.ts';
import { takenWhole, type WordIndex, type WordMatches } from './word-index.ts';
import { bytesOf, placeSet, withPlace, type PlaceSet } from './place-sets.ts';

export interface WordSource {
  /** Near spellings of it among the words of lots. */
  nearWords(word: string): Promise<string[]>;
}

/** Matches of a word, as sets. */
export type WordPlaces = Record<keyof WordMatches, PlaceSet>;

/** Near spellings of a word, and the lots that have one of them. */
export interface NearWords {
  words: readonly string[];
  places: PlaceSet;
}

/** Limits of the cache: bytes and words. */
const HELD_BYTES = 64 * 1024 * 1024;
const HELD_WORDS = 20_000;

const bytes = ({ whole, start, elsewhere }: WordPlaces): number =>
  bytesOf(whole) + bytesOf(start) + bytesOf(elsewhere);

/** Matches of recently searched words. `published` adds new lots, so that nothing is searched twice. */
export class WordCache {
  readonly #source: WordSource;
  readonly #columns: () => Columns;
  readonly #index: () => WordIndex;
  #held = new Map<string, WordPlaces>();
  #near = new Map<string, Promise<NearWords>>();
  #bytes = 0;

  constructor(source: WordSource, columns: () => Columns, index: () => WordIndex) {
    this.#source = source;
    this.#columns = columns;
    this.#index = index;
  }

  byWord(word: string): WordPlaces {
    const held = this.#held.get(word);
    if (held) {
      this.#held.delete(word);
      this.#held.set(word, held);
      return held;
    }
    const matches = this.#index().matches(word);
    const capacity = this.#columns().id.length;
    const places = {
      whole: placeSet(matches.whole, capacity),
      start: placeSet(matches.start, capacity),
      elsewhere: placeSet(matches.elsewhere, capacity),
    };
    this.#held.set(word, places);
    this.#bytes += bytes(places);
    this.#forget();
    return places;
  }

  nearWord(word: string): Promise<NearWords> {
    const held = this.#near.get(word);
    if (held) return held;
    if (this.#near.size >= HELD_WORDS / 10) this.#near = new Map();
    const home = this.#near;
    const asked = this.#source.nearWords(word).then((words) => ({
      words,
      places: placeSet(
        words.flatMap((one) => this.#index().exactly(one)),
        this.#columns().id.length,
      ),
    }));
    home.set(word, asked);
    asked.catch(() => home.delete(word)); // the caller gets the rejection; the next search loads again
    return asked;
  }

  /** Adds new lots, with their words as stored (`~` before those outside the title). */
  published(lots: readonly { id: number; words: readonly string[] }[]): void {
    if (lots.length === 0) return;
    this.#near = new Map();
    // Bulk load: searching again is cheaper than comparing.
    if (lots.length > 200) {
      this.clear();
      return;
    }
    for (const [word, places] of this.#held)
      for (const { id, words } of lots) this.#add(places, word, id, words);
  }

  clear(): void {
    this.#held = new Map();
    this.#near = new Map();
    this.#bytes = 0;
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
    // Evicts the least recently used half at once, so that no size per word has to be stored.
    const words = [...this.#held.keys()];
    for (const word of words.slice(0, Math.ceil(words.length / 2))) this.#held.delete(word);
    this.#bytes = Math.ceil(this.#bytes / 2);
  }
}

function kindOf(word: string, words: readonly string[]): keyof WordMatches | null {
  const begins = (text: string): boolean => (takenWhole(word) ? text === word : text.startsWith(word));
  if (words.includes(word)) return 'whole';
  if (words.some(begins)) return 'start';
  return words.some((text) => text.startsWith('~') && begins(text.slice(1))) ? 'elsewhere' : null;
}
