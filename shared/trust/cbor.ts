/**
 * As much of CBOR (RFC 8949) as signed codes need, in its deterministic encoding (4.2.1): whole numbers, byte and text strings, arrays, maps
 * with whole numbers as keys, null, tags. Whatever else is refused, another spelling of the same value too.
 */
export type Cbor = number | string | null | Uint8Array<ArrayBuffer> | Cbor[] | Map<number, Cbor> | CborTag;

export class CborTag {
  readonly tag: number;
  readonly value: Cbor;

  constructor(tag: number, value: Cbor) {
    this.tag = tag;
    this.value = value;
  }
}

export class CborError extends Error {
  override name = 'CborError';
}

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6, simple: 7 } as const;
const NULL = 0xf6;
const DEEPEST = 8;
const TWO_32 = 2 ** 32;

function head(major: number, argument: number): number[] {
  const first = major << 5;
  if (argument < 24) return [first | argument];
  if (argument < 0x1_00) return [first | 24, argument];
  if (argument < 0x1_00_00) return [first | 25, argument >> 8, argument & 0xff];
  const bytesOf = (word: number) => [word >>> 24, (word >>> 16) & 0xff, (word >>> 8) & 0xff, word & 0xff];
  if (argument < TWO_32) return [first | 26, ...bytesOf(argument)];
  return [first | 27, ...bytesOf(Math.floor(argument / TWO_32)), ...bytesOf(argument % TWO_32)];
}

function write(value: Cbor, out: number[]): void {
  if (value === null) out.push(NULL);
  else if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new CborError(`${value} is no whole number`);
    out.push(...(value < 0 ? head(MAJOR.negative, -1 - value) : head(MAJOR.unsigned, value)));
  } else if (typeof value === 'string') {
    const bytes = new TextEncoder().encode(value);
    out.push(...head(MAJOR.text, bytes.length), ...bytes);
  } else if (value instanceof Uint8Array) out.push(...head(MAJOR.bytes, value.length), ...value);
  else if (Array.isArray(value)) {
    out.push(...head(MAJOR.array, value.length));
    for (const one of value) write(one, out);
  } else if (value instanceof CborTag) {
    out.push(...head(MAJOR.tag, value.tag));
    write(value.value, out);
  } else {
    out.push(...head(MAJOR.map, value.size));
    for (const [key, one] of [...value].toSorted(([a], [b]) => compareKeys(a, b))) {
      write(key, out);
      write(one, out);
    }
  }
}

/** By their encoding, byte for byte: positive ones first. */
const compareKeys = (a: number, b: number): number => (a < 0 === b < 0 ? Math.abs(a) - Math.abs(b) : b - a);

/** @throws {CborError} for a number that is not whole */
export function encodeCbor(value: Cbor): Uint8Array<ArrayBuffer> {
  const out: number[] = [];
  write(value, out);
  return Uint8Array.from(out);
}

/** @throws {CborError} where the bytes are anything but one value in its deterministic encoding */
export function decodeCbor(bytes: Uint8Array<ArrayBuffer>): Cbor {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (!reader.atEnd()) throw new CborError('there is more behind the value');
  return value;
}

class Reader {
  #at = 0;
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
  }

  atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(depth: number): Cbor {
    if (depth > DEEPEST) throw new CborError('it is too deep');
    const first = this.#byte();
    if (first === NULL) return null;
    const major = first >> 5;
    const argument = this.#argument(first & 31);
    switch (major) {
      case MAJOR.unsigned:
        return argument;
      case MAJOR.negative:
        return -1 - argument;
      case MAJOR.bytes:
        return this.#take(argument);
      case MAJOR.text:
        return textOf(this.#take(argument));
      case MAJOR.array:
        return this.#array(argument, depth);
      case MAJOR.map:
        return this.#map(argument, depth);
      case MAJOR.tag:
        return new CborTag(argument, this.value(depth + 1));
      default:
        throw new CborError('a kind of value that is not used here');
    }
  }

  #array(length: number, depth: number): Cbor[] {
    const values: Cbor[] = [];
    for (let i = 0; i < length; i += 1) values.push(this.value(depth + 1));
    return values;
  }

  #map(size: number, depth: number): Map<number, Cbor> {
    const map = new Map<number, Cbor>();
    let before: number | null = null;
    for (let i = 0; i < size; i += 1) {
      const key = this.value(depth + 1);
      if (typeof key !== 'number') throw new CborError('a key is no number');
      if (before !== null && compareKeys(before, key) >= 0) throw new CborError('keys are not in order');
      before = key;
      map.set(key, this.value(depth + 1));
    }
    return map;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new CborError('it ends too early');
    this.#at += 1;
    return byte;
  }

  #take(length: number): Uint8Array<ArrayBuffer> {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new CborError('it ends too early');
    const taken = this.#bytes.slice(this.#at, end);
    this.#at = end;
    return taken;
  }

  /** In its shortest form. */
  #argument(info: number): number {
    if (info < 24) return info;
    if (info > 27) throw new CborError('a length that is not stated');
    const length = 2 ** (info - 24);
    let argument = 0;
    for (const byte of this.#take(length)) argument = argument * 256 + byte;
    const least = info === 24 ? 24 : 2 ** (4 * length);
    if (argument < least || !Number.isSafeInteger(argument))
      throw new CborError('a number is not in its shortest form');
    return argument;
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    // Not retried: the bytes stay what they are.
    throw new CborError('a text is no UTF-8', { cause: error });
  }
}
