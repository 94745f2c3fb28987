import { hash } from 'node:crypto';
import { AnswerMemory, type Loan } from '#server/platform/http/index.ts';
import type { LotNames, StoredLot } from '../lot-tables.ts';
import { beyondCard, lotCard } from '../lot-views.ts';
import { Bodies, TAG_LETTERS, tagOf } from './bodies.ts';
import type { CatalogueRepository, NamesById, StoredLotWithNext } from './catalogue.repository.ts';

/** Bytes of finished lots kept: some hundred thousand. */
const HELD_BYTES = 512 * 1024 * 1024;
/** Names of categories and places change by hand, a few times a year. */
const NAMES_MS = 60_000;
/** Lots made ready in one piece of work: short enough that nobody waits for it. */
const PORTION = 64;
/** Room for the tags of a page at first. */
const TAGS_BYTES = 2_048;

export interface RoundOf {
  /** Number of the last look at what changed, and the look that last changed a lot. */
  readonly round: number;
  roundOf(id: number): number;
}

/** JSON ready to be sent, with the tag by which a browser asks whether it has changed. */
export interface ReadyJson {
  json: Buffer;
  tag: string;
  /** Its memory, which whoever is done with the JSON may give back. */
  loan: Loan;
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
  readonly #memory = new AnswerMemory();
  /** Tags of a page while its own is worked out. */
  #tags = Buffer.allocUnsafeSlow(TAGS_BYTES);
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
    const others = new Map<number, Buffer>();
    // Again, because what was kept may be forgotten while the others are read.
    for (const asked = new Set<number>(); ;) {
      const missing = ids.filter((id) => !this.#bodies.has(id) && !asked.has(id));
      if (missing.length === 0) break;
      for (const [id, made] of await this.#read(missing, catalogue)) others.set(id, Buffer.from(made.card));
      for (const id of missing) asked.add(id);
    }
    // From here on nothing waits, so what is kept stays as it is.
    const bodies = this.#bodies;
    let most = before.length + 2 + after.length;
    for (const id of ids) most += 1 + (others.get(id)?.length ?? bodies.cardLength(id));
    const tags = this.#roomForTags(ids.length * TAG_LETTERS + after.length);
    const loan = this.#memory.lend(most);
    const json = loan.bytes;
    let tagsEnd = 0;
    let end = json.write(before, 0, 'latin1');
    json[end++] = 0x5b; // [
    const first = end;
    for (const id of ids) {
      const other = others.get(id);
      if (other === undefined && bodies.cardLength(id) === 0) continue;
      if (end > first) json[end++] = 0x2c; // ,
      if (other === undefined) {
        end = bodies.writeCard(id, json, end);
        tagsEnd = bodies.writeTag(id, tags, tagsEnd);
      } else {
        end += other.copy(json, end);
        tagsEnd += tags.write(tagOf(other), tagsEnd, 'latin1');
      }
    }
    json[end++] = 0x5d; // ]
    end += json.write(after, end, 'latin1');
    tagsEnd += tags.write(after, tagsEnd, 'latin1');
    return { json: json.subarray(0, end), tag: hash('sha1', tags.subarray(0, tagsEnd), 'base64url'), loan };
  }

  /** Everything on a lot; null: there is no such lot. */
  async details(id: number, catalogue: RoundOf): Promise<ReadyJson | null> {
    this.#keepNames();
    const length = this.#bodies.detailsLength(id);
    if (length > 0) {
      const loan = this.#memory.lend(length);
      this.#bodies.writeDetails(id, loan.bytes, 0);
      return { json: loan.bytes.subarray(0, length), tag: this.#bodies.tag(id), loan };
    }
    const made = (await this.#read([id], catalogue)).get(id);
    if (!made) return null;
    const text = `${made.card.slice(0, -1)},${made.more.slice(1)}`;
    const loan = this.#memory.lend(Buffer.byteLength(text));
    return { json: loan.bytes.subarray(0, loan.bytes.write(text)), tag: tagOf(text), loan };
  }

  #roomForTags(bytes: number): Buffer {
    if (bytes > this.#tags.length) this.#tags = Buffer.allocUnsafeSlow(bytes);
    return this.#tags;
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
