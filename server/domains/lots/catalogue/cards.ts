import type { LotNames, StoredLot } from '../lot-tables.ts';
import { lotCard } from '../lot-views.ts';
import { Bodies } from './bodies.ts';
import type { CatalogueRepository, NamesById } from './catalogue.repository.ts';

/** Bytes of finished cards kept: some hundred thousand lots. */
const HELD_BYTES = 256 * 1024 * 1024;
/** Names of categories and places change by hand, a few times a year. */
const NAMES_MS = 60_000;

export interface RoundOf {
  /** Number of the last look at what changed, and the look that last changed a lot. */
  readonly round: number;
  roundOf(id: number): number;
}

/** Cards of lots as finished JSON: made once, and again when the lot changes. */
export class Cards {
  readonly #repository: CatalogueRepository;
  readonly #bodies = new Bodies(HELD_BYTES);
  #names: Promise<NamesById> | null = null;
  #namesUntil = 0;

  constructor(repository: CatalogueRepository) {
    this.#repository = repository;
  }

  forget(ids: readonly number[]): void {
    for (const id of ids) this.#bodies.drop(id);
  }

  /** A lot with the names that belong to it. */
  async named<Row extends Pick<StoredLot, 'id' | 'category_id' | 'region_id' | 'area_id'>>(
    row: Row,
  ): Promise<Row & LotNames> {
    const names = await this.names();
    const category = names.category.get(row.category_id);
    const region = names.region.get(row.region_id);
    // Made within the last minute: the names are read again rather than guessed.
    if (!category || !region) {
      this.#names = null;
      throw new RangeError(`lot ${row.id} names a category or region that is not known yet`);
    }
    return {
      ...row,
      category_name: category.name,
      group_id: category.groupId,
      region_name: region,
      area_name: row.area_id === null ? null : (names.area.get(row.area_id) ?? null),
    };
  }

  /** Cards of these lots, in their order; a lot that is gone is left out. */
  async of(ids: readonly number[], catalogue: RoundOf): Promise<Buffer[]> {
    const found = new Map<number, Buffer>();
    const missing: number[] = [];
    for (const id of ids) {
      const body = this.#bodies.get(id);
      if (body) found.set(id, body);
      else missing.push(id);
    }
    if (missing.length > 0) {
      const round = catalogue.round;
      for (const row of await this.#repository.cards(missing)) {
        const body = Buffer.from(JSON.stringify(lotCard(await this.named(row))));
        found.set(row.id, body);
        // Changed while it was read: good enough to send, not to keep.
        if (catalogue.roundOf(row.id) <= round) this.#bodies.put(row.id, body);
      }
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  names(): Promise<NamesById> {
    if (this.#names === null || Date.now() >= this.#namesUntil) {
      const asked = this.#repository.names();
      this.#names = asked;
      this.#namesUntil = Date.now() + NAMES_MS;
      asked.catch(() => {
        // Whoever asked gets the rejection; the next one asks again.
        if (this.#names === asked) this.#names = null;
      });
    }
    return this.#names;
  }
}
