import type { Columns } from './columns.ts';
import { takenWhole, type WordIndex, type WordMatches } from './word-index.ts';
import { bytesOf, placeSet, withPlace, type PlaceSet } from './word-sets.ts';

export interface WordSource {
  /** Words of lots that are written nearly like it. */
  nearWords(word: string): Promise<string[]>;
}

/** What was found for a word, as sets. */
export type WordPlaces = Record<keyof WordMatches, PlaceSet>;

/** Bytes of sets kept, and how many words at most. */
const HELD_BYTES = 64 * 1024 * 1024;
const HELD_WORDS = 20_000;

const bytes = ({ whole, start, elsewhere }: WordPlaces): number =>
  bytesOf(whole) + bytesOf(start) + bytesOf(elsewhere);

/** What was found for words asked before. New lots are added by `published`, so that nothing is looked for twice. */
export class Terms {
  readonly #source: WordSource;
  readonly #columns: () => Columns;
  readonly #index: () => WordIndex;
  #held = new Map<string, WordPlaces>();
  #near = new Map<string, Promise<PlaceSet>>();
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

  nearWord(word: string): Promise<PlaceSet> {
    const held = this.#near.get(word);
    if (held) return held;
    if (this.#near.size >= HELD_WORDS / 10) this.#near = new Map();
    const home = this.#near;
    const asked = this.#source.nearWords(word).then((words) =>
      placeSet(
        words.flatMap((one) => this.#index().exactly(one)),
        this.#columns().id.length,
      ),
    );
    home.set(word, asked);
    asked.catch(() => home.delete(word)); // the caller gets the rejection; the next one asks again
    return asked;
  }

  /** Lots that came, with their words as stored (`~` before those outside the title). */
  published(lots: readonly { id: number; words: readonly string[] }[]): void {
    if (lots.length === 0) return;
    this.#near = new Map();
    // A load in bulk: looking again is cheaper than comparing.
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
    // Half at once, the least recently used half: the sum need not be kept per word.
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
