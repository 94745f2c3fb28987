import type { LotNames, StoredLot } from '../lot-tables.ts';
import { beyondCard, lotCard } from '../lot-views.ts';
import { Bodies, tagOf, writeCard, type KeptCard } from './bodies.ts';
import type { CatalogueRepository, NamesById, StoredLotWithNext } from './catalogue.repository.ts';

/** Bytes of finished lots kept: some hundred thousand. */
const HELD_BYTES = 512 * 1024 * 1024;
/** Names of categories and places change by hand, a few times a year. */
const NAMES_MS = 60_000;
/** Lots made ready in one piece of work: short enough that nobody waits for it. */
const PORTION = 64;

export interface RoundOf {
  /** Number of the last look at what changed, and the look that last changed a lot. */
  readonly round: number;
  roundOf(id: number): number;
}

/** JSON ready to be sent, with the tag by which a browser asks whether it has changed. */
export interface ReadyJson {
  json: Buffer;
  tag: string;
}

/** JSON of the card, and of what the details have beyond it. */
interface Made {
  card: string;
  more: string;
}

/** Lots as finished JSON: made once, and again when the lot changes. */
export class Cards {
  readonly #repository: CatalogueRepository;
  readonly #bodies = new Bodies(HELD_BYTES);
  #names: Promise<NamesById> | null = null;
  #namesUntil = 0;
  #namesText = '';

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

  /**
   * Cards of these lots in their order, as one JSON array; a lot that is gone is left out.
   * @param before @param after what stands around the array, in ASCII
   */
  async array(ids: readonly number[], catalogue: RoundOf, before = '', after = ''): Promise<ReadyJson> {
    this.#keepNames();
    const others = new Map<number, Made>();
    // Again, because what was kept may be forgotten while the others are read.
    for (const asked = new Set<number>(); ;) {
      const missing = ids.filter((id) => !this.#bodies.has(id) && !asked.has(id));
      if (missing.length === 0) break;
      for (const [id, made] of await this.#read(missing, catalogue)) others.set(id, made);
      for (const id of missing) asked.add(id);
    }
    const parts: (KeptCard | string)[] = [];
    let bytes = before.length + 2 + after.length;
    for (const id of ids) {
      const part = others.get(id)?.card ?? this.#bodies.card(id);
      if (part === null) continue;
      parts.push(part);
      bytes += 2 + (typeof part === 'string' ? Buffer.byteLength(part) : part.cardLength);
    }
    const json = Buffer.allocUnsafe(bytes);
    let tags = '';
    let end = json.write(before, 0, 'latin1');
    json[end++] = 0x5b; // [
    for (let i = 0; i < parts.length; i += 1) {
      const part = parts[i] as KeptCard | string;
      if (i > 0) json[end++] = 0x2c; // ,
      if (typeof part === 'string') {
        end += json.write(part, end);
        tags += tagOf(part);
      } else {
        end = writeCard(part, json, end);
        tags += part.tag;
      }
    }
    json[end++] = 0x5d; // ]
    end += json.write(after, end, 'latin1');
    return { json: json.subarray(0, end), tag: tags + after };
  }

  /** Everything on a lot; null: there is no such lot. */
  async details(id: number, catalogue: RoundOf): Promise<ReadyJson | null> {
    this.#keepNames();
    const held = this.#bodies.details(id);
    if (held) return held;
    const made = (await this.#read([id], catalogue)).get(id);
    if (!made) return null;
    const text = `${made.card.slice(0, -1)},${made.more.slice(1)}`;
    return { json: Buffer.from(text), tag: tagOf(text) };
  }

  /** Makes lots ready before anybody asks for them, a few at a time. */
  async prepare(ids: readonly number[], catalogue: RoundOf): Promise<void> {
    for (let at = 0; at < ids.length; at += PORTION)
      await this.#read(
        ids.slice(at, at + PORTION).filter((id) => !this.#bodies.has(id)),
        catalogue,
      );
  }

  names(): Promise<NamesById> {
    if (this.#names === null || Date.now() >= this.#namesUntil) {
      const asked = this.#repository.names().then((names) => {
        const text = JSON.stringify([names.category, names.region, names.area].map((all) => [...all]));
        // Renamed: what was made with the old names is made again.
        if (text !== this.#namesText) this.#bodies.clear();
        this.#namesText = text;
        return names;
      });
      this.#names = asked;
      this.#namesUntil = Date.now() + NAMES_MS;
      asked.catch(() => {
        // Whoever asked gets the rejection; the next one asks again.
        if (this.#names === asked) this.#names = null;
      });
    }
    return this.#names;
  }

  /** Looks at the names now and then, though nothing new has to be made with them. */
  #keepNames(): void {
    // Not retried here: what is made next asks again, and what is kept was right a minute ago.
    if (Date.now() >= this.#namesUntil) this.names().catch(() => undefined);
  }

  /** Reads lots and keeps what was made of them; what was kept may be gone again when all have been read. */
  async #read(ids: readonly number[], catalogue: RoundOf): Promise<Map<number, Made>> {
    const made = new Map<number, Made>();
    if (ids.length === 0) return made;
    const round = catalogue.round;
    const rows = await this.#repository.lots(ids);
    const named: (StoredLotWithNext & LotNames)[] = [];
    for (const row of rows) named.push(await this.named(row));
    for (const row of named) {
      const [card, more] = [JSON.stringify(lotCard(row)), JSON.stringify(beyondCard(row, row.next_lot_id))];
      made.set(row.id, { card, more });
      // Changed while it was read: good enough to send, not to keep.
      if (catalogue.roundOf(row.id) <= round) this.#bodies.put(row.id, card, more);
    }
    return made;
  }
}
