import { hash } from 'node:crypto';
import { AnswerBuffers, type PooledBuffer } from '#server/platform/http/index.ts';
import type { LotNames, StoredLot } from '../lot-tables.ts';
import { beyondCard, lotCard } from '../lot-views.ts';
import { JsonCache, TAG_LETTERS, tagOf } from './json-cache.ts';
import type { CatalogueRepository, NamesById, StoredLotWithNext } from './catalogue.repository.ts';

/** Bytes of cached JSON: enough for some four hundred thousand lots. */
const HELD_BYTES = 512 * 1024 * 1024;
/** Up to here the newest ended lots are written before they are asked for: some fifteen thousand, those most people look at. */
const ENDED_BYTES = 16 * 1024 * 1024;
/** Staff add and rename places, a few times a year: a change shows within a second. */
const NAMES_MS = 1_000;
/** Names changed by hand in the database show within a minute. */
const READ_NAMES_MS = 60_000;
/** Lots serialised without yielding: short enough not to delay requests. */
const PORTION = 64;
/** Initial capacity for the tags of a page. */
const TAGS_BYTES = 2_048;

export interface RoundOf {
  /** Number of the last refresh, and of the refresh that last changed a lot; null: not a lot that memory holds. */
  readonly round: number;
  roundOf(id: number): number | null;
}

/** JSON ready to be sent, with its ETag. */
export interface ReadyJson {
  json: Buffer;
  tag: string;
  /** Its buffer, to be returned to the pool once the JSON was sent. */
  pooled: PooledBuffer;
}

/** JSON of the card, and of the fields only the details have. */
interface Made {
  card: string;
  more: string;
}

/** Lots as serialised JSON: written once, and again when the lot changes. */
export class LotJson {
  readonly #repository: CatalogueRepository;
  readonly #cache = new JsonCache(HELD_BYTES);
  readonly #buffers = new AnswerBuffers();
  /** Buffer for the tags of a page, of which the page's own tag is the hash. */
  #tags = Buffer.allocUnsafeSlow(TAGS_BYTES);
  #names: Promise<NamesById> | null = null;
  #namesUntil = 0;
  #namesText = '';
  /** The names that were read last, when, and of which version of the reference data. */
  #known: { names: NamesById; version: number; atMs: number } | null = null;

  constructor(repository: CatalogueRepository) {
    this.#repository = repository;
  }

  forget(ids: readonly number[]): void {
    for (const id of ids) this.#cache.drop(id);
  }

  /** A lot with the names that belong to it. */
  async named<Row extends Pick<StoredLot, 'id' | 'category_id' | 'region_id' | 'area_id'>>(
    row: Row,
  ): Promise<Row & LotNames> {
    let names = await this.names();
    // Added within the last second: the names are read again.
    if (row.area_id !== null && !names.area.has(row.area_id)) {
      this.#names = null;
      names = await this.names();
    }
    const category = names.category.get(row.category_id);
    const region = names.region.get(row.region_id);
    // Created within the last minute: read the names again.
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
   * Cards of these lots in their order, as one JSON array; without removed lots.
   * @param before @param after text around the array, in ASCII
   */
  async array(ids: readonly number[], catalogue: RoundOf, before = '', after = ''): Promise<ReadyJson> {
    this.#keepNames();
    const others = new Map<number, Buffer>();
    // In a loop, because cached lots may be evicted while the missing ones are read.
    for (const asked = new Set<number>(); ;) {
      const missing = ids.filter((id) => !this.#cache.has(id) && !asked.has(id));
      if (missing.length === 0) break;
      for (const [id, made] of await this.#read(missing, catalogue)) others.set(id, Buffer.from(made.card));
      for (const id of missing) asked.add(id);
    }
    // No await from here on, so the cache does not change.
    const cache = this.#cache;
    let most = before.length + 2 + after.length;
    for (const id of ids) most += 1 + (others.get(id)?.length ?? cache.cardLength(id));
    const tags = this.#roomForTags(ids.length * TAG_LETTERS + after.length);
    const pooled = this.#buffers.acquire(most);
    const json = pooled.bytes;
    let tagsEnd = 0;
    let end = json.write(before, 0, 'latin1');
    json[end++] = 0x5b; // [
    const first = end;
    for (const id of ids) {
      const other = others.get(id);
      if (other === undefined && cache.cardLength(id) === 0) continue;
      if (end > first) json[end++] = 0x2c; // ,
      if (other === undefined) {
        end = cache.writeCard(id, json, end);
        tagsEnd = cache.writeTag(id, tags, tagsEnd);
      } else {
        end += other.copy(json, end);
        tagsEnd += tags.write(tagOf(other), tagsEnd, 'latin1');
      }
    }
    json[end++] = 0x5d; // ]
    end += json.write(after, end, 'latin1');
    tagsEnd += tags.write(after, tagsEnd, 'latin1');
    return { json: json.subarray(0, end), tag: hash('sha1', tags.subarray(0, tagsEnd), 'base64url'), pooled };
  }

  /** Everything on a lot; null: there is no such lot. */
  async details(id: number, catalogue: RoundOf): Promise<ReadyJson | null> {
    this.#keepNames();
    const length = this.#cache.detailsLength(id);
    if (length > 0) {
      const pooled = this.#buffers.acquire(length);
      this.#cache.writeDetails(id, pooled.bytes, 0);
      return { json: pooled.bytes.subarray(0, length), tag: this.#cache.tag(id), pooled };
    }
    const made = (await this.#read([id], catalogue)).get(id);
    if (!made) return null;
    const text = `${made.card.slice(0, -1)},${made.more.slice(1)}`;
    const pooled = this.#buffers.acquire(Buffer.byteLength(text));
    return { json: pooled.bytes.subarray(0, pooled.bytes.write(text)), tag: tagOf(text), pooled };
  }

  #roomForTags(bytes: number): Buffer {
    if (bytes > this.#tags.length) this.#tags = Buffer.allocUnsafeSlow(bytes);
    return this.#tags;
  }

  /** Writes lots on trade ahead of requests, a few at a time: nothing is evicted for what was not asked for. */
  prepare(ids: readonly number[], catalogue: RoundOf): AsyncGenerator<void> {
    return this.#prepare(ids, catalogue, HELD_BYTES);
  }

  /** Writes lots that have ended, as many as there is room for. @param ids the newest first */
  prepareEnded(ids: readonly number[], catalogue: RoundOf): AsyncGenerator<void> {
    return this.#prepare(ids, catalogue, ENDED_BYTES);
  }

  async *#prepare(ids: readonly number[], catalogue: RoundOf, mostBytes: number): AsyncGenerator<void> {
    for (let at = 0; at < ids.length && this.#cache.bytes < mostBytes; at += PORTION) {
      const portion = ids.slice(at, at + PORTION).filter((id) => !this.#cache.has(id));
      if (portion.length === 0) continue;
      await this.#read(portion, catalogue);
      yield;
    }
  }

  names(): Promise<NamesById> {
    if (this.#names === null || Date.now() >= this.#namesUntil) {
      const asked = this.#readNames();
      this.#names = asked;
      this.#namesUntil = Date.now() + NAMES_MS;
      asked.catch(() => {
        // The caller gets the rejection; the next request reads again.
        if (this.#names === asked) this.#names = null;
      });
    }
    return this.#names;
  }

  /** The names that are known, unless the reference data has another version. */
  async #readNames(): Promise<NamesById> {
    const version = await this.#repository.namesVersion();
    const known = this.#known;
    if (known?.version === version && Date.now() < known.atMs + READ_NAMES_MS) return known.names;
    const names = await this.#repository.names();
    const text = JSON.stringify([names.category, names.region, names.area].map((all) => [...all]));
    // A category or place was renamed: everything written with the old names is stale.
    if (text !== this.#namesText) this.#cache.clear();
    this.#namesText = text;
    this.#known = { names, version, atMs: Date.now() };
    return names;
  }

  /** Checks for renamed categories and places even while nothing has to be serialised. */
  #keepNames(): void {
    // Not retried here: the next lot to serialise reads again, and cached JSON was right a minute ago.
    if (Date.now() >= this.#namesUntil) this.names().catch(() => undefined);
  }

  /** Reads lots and caches their JSON; early ones may be evicted again before the last was read. */
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
      // Changed while it was read: current enough to send, not to cache. Lots that ended long ago would fill the cache.
      if ((catalogue.roundOf(row.id) ?? Infinity) <= round) this.#cache.put(row.id, card, more);
    }
    return made;
  }
}
