import { hash } from 'node:crypto';

/** Bytes asked for at once; bodies lie in them one after the other. */
const SLAB_BYTES = 4 * 1024 * 1024;
/** Room of a body is rounded up to so many bytes, so that one with another price fits where the last one lay. */
const ROOM = 256;

interface Body {
  slab: Slab;
  at: number;
  room: number;
  /** 0: forgotten; the room stays for the next body of the same lot. */
  length: number;
  /** The first bytes are the card, but for its closing brace. */
  cardLength: number;
  tag: string;
}

interface Slab {
  bytes: Buffer;
  used: number;
  ids: number[];
}

/** Where a card lies. */
export interface KeptCard {
  /** Bytes without its closing brace. */
  readonly cardLength: number;
  readonly tag: string;
  readonly slab: { readonly bytes: Buffer };
  readonly at: number;
}

/** Writes a card; returns where it ends. */
export function writeCard({ slab, at, cardLength }: KeptCard, into: Buffer, begin: number): number {
  const end = begin + slab.bytes.copy(into, begin, at, at + cardLength);
  into[end] = 0x7d; // }
  return end + 1;
}

/** Short name of some bytes: the same on every node. */
export const tagOf = (bytes: string | Buffer): string => hash('sha1', bytes, 'base64url').slice(0, 12);

/**
 * Finished JSON of lots: all details, of which the card is the beginning. Kept in a few large pieces of memory which the
 * garbage collector need not look at; past a number of bytes the oldest piece is given up.
 */
export class Bodies {
  readonly #held = new Map<number, Body>();
  #slabs: Slab[] = [];
  readonly #slabsMost: number;

  constructor(limitBytes: number) {
    this.#slabsMost = Math.max(1, Math.floor(limitBytes / SLAB_BYTES));
  }

  has(id: number): boolean {
    return (this.#held.get(id)?.length ?? 0) > 0;
  }

  /** The card of a lot, to be written before anything else is waited for; null: not kept. */
  card(id: number): KeptCard | null {
    const body = this.#held.get(id);
    return body && body.length > 0 ? body : null;
  }

  /** A copy of all details with their tag; null: not kept. */
  details(id: number): { json: Buffer; tag: string } | null {
    const body = this.#held.get(id);
    if (!body || body.length === 0) return null;
    const json = Buffer.allocUnsafe(body.length);
    body.slab.bytes.copy(json, 0, body.at, body.at + body.length);
    return { json, tag: body.tag };
  }

  /** @param card JSON of the card @param more JSON of an object with what else the details have */
  put(id: number, card: string, more: string): void {
    const beginning = card.slice(0, -1);
    const text = `${beginning},${more.slice(1)}`;
    const length = Buffer.byteLength(text);
    const body = this.#roomFor(id, length);
    body.slab.bytes.write(text, body.at, length, 'utf8');
    body.length = length;
    body.cardLength = Buffer.byteLength(beginning);
    body.tag = tagOf(text);
  }

  drop(id: number): void {
    const body = this.#held.get(id);
    if (body) body.length = 0;
  }

  clear(): void {
    this.#held.clear();
    this.#slabs = [];
  }

  #roomFor(id: number, length: number): Body {
    const held = this.#held.get(id);
    if (held && held.room >= length) return held;
    const room = Math.ceil(length / ROOM) * ROOM;
    let slab = this.#slabs.at(-1);
    if (!slab || slab.used + room > slab.bytes.length) {
      if (this.#slabs.length >= this.#slabsMost) this.#giveUp(this.#slabs.shift() as Slab);
      slab = { bytes: Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, room)), used: 0, ids: [] };
      this.#slabs.push(slab);
    }
    const body: Body = { slab, at: slab.used, room, length: 0, cardLength: 0, tag: '' };
    slab.used += room;
    slab.ids.push(id);
    this.#held.set(id, body);
    return body;
  }

  #giveUp(slab: Slab): void {
    for (const id of slab.ids) if (this.#held.get(id)?.slab === slab) this.#held.delete(id);
  }
}
