import { hash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Bytes per chunk; JSON bodies are stored in it one after another. */
const SLAB_BYTES = 4 * 1024 * 1024;
/** Space is allocated in multiples of this many bytes, so that a body with another price fits into the same space. */
const ROOM = 256;
/** Length of a tag, which is stored before the body. */
export const TAG_LETTERS = 12;
const FIRST_SIZE = 1_024;
/** Of the end of the details cached first: they begin with descriptions, which are each lot's own and may be long. */
const DICTIONARY_BYTES = 4 * 1024;

/** Hash of some bytes for an ETag: the same on every node. */
export const tagOf = (bytes: string | Buffer): string =>
  hash('sha1', bytes, 'base64url').slice(0, TAG_LETTERS);

/**
 * Serialised JSON of lots: all details, of which the card is a prefix. What follows the card is compressed, for a list asks for many
 * cards and a person for the details of one lot; the details cached first serve as dictionary. Bodies are stored in a few large chunks
 * and their offsets in typed arrays, none of which the garbage collector has to scan; above a number of bytes the oldest chunk is evicted.
 */
export class JsonCache {
  readonly #rows = new Map<number, number>();
  readonly #freeRows: number[] = [];
  #size = 0;
  /** Number of the chunk, counted from the first ever allocated. */
  #slab = new Uint32Array(FIRST_SIZE);
  /** Offset of the tag in the chunk; the body follows. */
  #at = new Uint32Array(FIRST_SIZE);
  #room = new Uint32Array(FIRST_SIZE);
  /** Of the card and of what follows it, compressed. 0: evicted; the space stays reserved for the next body of the same lot. */
  #length = new Uint32Array(FIRST_SIZE);
  #detailsLength = new Uint32Array(FIRST_SIZE);
  /** Length of the card, which is a prefix of the body without its closing brace. */
  #cardLength = new Uint32Array(FIRST_SIZE);
  #slabs: Buffer[] = [];
  /** Number of the first chunk present. */
  #firstSlab = 0;
  #used = 0;
  readonly #slabsMost: number;
  /** The first details cached, as a dictionary for all: what other lots have in common with them takes a few bytes. */
  #dictionary: Buffer | null = null;

  constructor(limitBytes: number) {
    this.#slabsMost = Math.max(1, Math.floor(limitBytes / SLAB_BYTES));
  }

  /** Memory in use, in whole chunks; the next chunk evicts the oldest one where that comes to the limit. */
  get bytes(): number {
    return this.#slabs.length * SLAB_BYTES;
  }

  has(id: number): boolean {
    return this.detailsLength(id) > 0;
  }

  /** Bytes of all details; 0: not cached. */
  detailsLength(id: number): number {
    const row = this.#rows.get(id);
    return row === undefined || this.#length[row] === 0 ? 0 : (this.#detailsLength[row] as number);
  }

  /** Bytes of the card; 0: not cached. */
  cardLength(id: number): number {
    const row = this.#rows.get(id);
    return row === undefined || this.#length[row] === 0 ? 0 : (this.#cardLength[row] as number) + 1;
  }

  /** Writes the card of a cached lot; returns its end offset. */
  writeCard(id: number, into: Buffer, begin: number): number {
    const row = this.#rows.get(id) as number;
    const at = (this.#at[row] as number) + TAG_LETTERS;
    const end = begin + this.#slabOf(row).copy(into, begin, at, at + (this.#cardLength[row] as number));
    into[end] = 0x7d; // }
    return end + 1;
  }

  /** Writes all details of a cached lot; returns their end offset. */
  writeDetails(id: number, into: Buffer, begin: number): number {
    const row = this.#rows.get(id) as number;
    const slab = this.#slabOf(row);
    const at = (this.#at[row] as number) + TAG_LETTERS;
    const cardEnd = at + (this.#cardLength[row] as number);
    const end = begin + slab.copy(into, begin, at, cardEnd);
    const compressed = slab.subarray(cardEnd, at + (this.#length[row] as number));
    return end + zstdDecompressSync(compressed, { dictionary: this.#dictionary as Buffer }).copy(into, end);
  }

  /** Tag of a cached lot. */
  tag(id: number): string {
    const row = this.#rows.get(id) as number;
    const at = this.#at[row] as number;
    return this.#slabOf(row).toString('latin1', at, at + TAG_LETTERS);
  }

  /** Writes that tag; returns its end offset. */
  writeTag(id: number, into: Buffer, begin: number): number {
    const row = this.#rows.get(id) as number;
    const at = this.#at[row] as number;
    return begin + this.#slabOf(row).copy(into, begin, at, at + TAG_LETTERS);
  }

  /** @param card JSON of the card @param more JSON of an object with the fields only the details have */
  put(id: number, card: string, more: string): void {
    const beginning = card.slice(0, -1);
    const rest = `,${more.slice(1)}`;
    const cardLength = Buffer.byteLength(beginning);
    this.#dictionary ??= Buffer.from(Buffer.from(rest).subarray(-DICTIONARY_BYTES));
    const compressed = zstdCompressSync(rest, { dictionary: this.#dictionary });
    const length = cardLength + compressed.length;
    const row = this.#roomFor(id, TAG_LETTERS + length);
    const slab = this.#slabOf(row);
    const at = this.#at[row] as number;
    slab.write(tagOf(beginning + rest), at, TAG_LETTERS, 'latin1');
    slab.write(beginning, at + TAG_LETTERS, cardLength, 'utf8');
    compressed.copy(slab, at + TAG_LETTERS + cardLength);
    this.#length[row] = length;
    this.#cardLength[row] = cardLength;
    this.#detailsLength[row] = cardLength + Buffer.byteLength(rest);
  }

  drop(id: number): void {
    const row = this.#rows.get(id);
    if (row !== undefined) this.#length[row] = 0;
  }

  clear(): void {
    this.#rows.clear();
    this.#freeRows.length = 0;
    this.#size = 0;
    this.#firstSlab += this.#slabs.length;
    this.#slabs = [];
    this.#dictionary = null;
  }

  #slabOf(row: number): Buffer {
    return this.#slabs[(this.#slab[row] as number) - this.#firstSlab] as Buffer;
  }

  #roomFor(id: number, length: number): number {
    let row = this.#rows.get(id);
    if (row !== undefined && (this.#room[row] as number) >= length) return row;
    const room = Math.ceil(length / ROOM) * ROOM;
    let slab = this.#slabs.at(-1);
    if (!slab || this.#used + room > slab.length) {
      if (this.#slabs.length >= this.#slabsMost) this.#giveUp();
      // This lot itself may have been evicted.
      row = this.#rows.get(id);
      slab = Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, room));
      this.#slabs.push(slab);
      this.#used = 0;
    }
    row ??= this.#newRow(id);
    this.#slab[row] = this.#firstSlab + this.#slabs.length - 1;
    this.#at[row] = this.#used;
    this.#room[row] = room;
    this.#length[row] = 0;
    this.#used += room;
    return row;
  }

  #newRow(id: number): number {
    const row = this.#freeRows.pop() ?? this.#size++;
    if (row === this.#at.length) this.#grow(row * 2);
    this.#rows.set(id, row);
    return row;
  }

  /** Evicts the oldest chunk with every lot in it. */
  #giveUp(): void {
    for (const [id, row] of this.#rows) {
      if (this.#slab[row] !== this.#firstSlab) continue;
      this.#rows.delete(id);
      this.#freeRows.push(row);
    }
    this.#slabs.shift();
    this.#firstSlab += 1;
  }

  #grow(size: number): void {
    const grown = (column: Uint32Array): Uint32Array<ArrayBuffer> => {
      const larger = new Uint32Array(size);
      larger.set(column);
      return larger;
    };
    this.#slab = grown(this.#slab);
    this.#at = grown(this.#at);
    this.#room = grown(this.#room);
    this.#length = grown(this.#length);
    this.#detailsLength = grown(this.#detailsLength);
    this.#cardLength = grown(this.#cardLength);
  }
}
