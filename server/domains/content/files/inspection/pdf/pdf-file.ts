import { inflateSync } from 'node:zlib';
import { Refused } from '../inspection.ts';
import { PdfReader, Work } from './pdf-reader.ts';
import { PdfDict, PdfName, PdfReference, type PdfValue } from './pdf-values.ts';

/** Definitions of objects; a document of 10 MB has some ten thousand. */
const OBJECTS = 300_000;
const STEPS = 12_000_000;
const OBJECT_STREAMS = 20_000;
/** Unpacked, all streams of objects together. */
const UNPACKED_BYTES = 64 * 1024 * 1024;
/** Steps from one reference to the next where objects are nothing else. */
const REFERENCES = 8;

/** `12 0 obj`; comments between are taken out first. */
const NUMBER_BEFORE = /(?:^|[^\d.])(\d{1,10})(?:\.0*)?[\0\t\n\f\r ]+\d{1,10}(?:\.0*)?[\0\t\n\f\r ]*$/;
const COMMENT = /%[^\r\n]*(?=[\r\n])/g;
const LOOK_BACK = 256;

/** Where a definition begins: in the file, or in an unpacked stream of objects. */
interface Place {
  bytes: Buffer;
  at: number;
}

/**
 * Every definition of every object, wherever a program may look for one: by the table of places, by searching the bytes, in a
 * later revision, in streams of objects. Values are read again when they are asked for, so that memory stays bounded.
 */
export interface PdfFile {
  /** Calls back with each definition, one after the other. */
  forEachDefinition(visit: (value: PdfValue) => void): void;
  /** Dictionaries at the end of each revision, and those of streams of references. */
  readonly trailers: readonly PdfDict[];
  /** What a value may be: itself, or each definition of what it refers to. */
  resolve(value: PdfValue): PdfValue[];
}

/** @throws Refused where it cannot be read, is encrypted, or says of one object two things at once */
export function readPdf(bytes: Buffer): PdfFile {
  const work = new Work(STEPS);
  const places = new Map<number, Place[]>();
  const numberless: Place[] = [];
  const trailers = trailersOf(bytes, work);
  let definitions = 0;
  let unpackedBytes = 0;
  let objectStreams = 0;

  function define(number: number | null, place: Place): void {
    definitions += 1;
    if (definitions > OBJECTS) throw new Refused('files.too-complex');
    if (number === null) numberless.push(place);
    else if (places.has(number)) places.get(number)!.push(place);
    else places.set(number, [place]);
  }

  /** @param from where in the file the stream is defined */
  function unpack(dict: PdfDict, reader: PdfReader, from: number): void {
    objectStreams += 1;
    if (objectStreams > OBJECT_STREAMS) throw new Refused('files.too-complex');
    const unpacked = unpackedStream(dict, reader, UNPACKED_BYTES - unpackedBytes);
    unpackedBytes += unpacked.length;
    for (const { number, at } of objectsIn(unpacked, dict, work)) {
      revisions.note(number, from);
      define(number, { bytes: unpacked, at });
    }
  }

  const revisions = createRevisions(bytes);
  for (const { at, number } of startsOfObjects(bytes, work)) {
    const reader = new PdfReader(bytes, at, work);
    if (number !== null) revisions.note(number, at);
    define(number, { bytes, at });
    const value = reader.value();
    if (!(value instanceof PdfDict) || !value.isStream) continue;
    if (isNamed(value, 'Type', 'XRef')) trailers.push(value);
    if (value.has('First') || isNamed(value, 'Type', 'ObjStm')) unpack(value, reader, at);
  }
  if (definitions === 0) throw new Refused('files.damaged');
  if (trailers.some((trailer) => trailer.valuesOf('Encrypt').some((value) => value !== null)))
    throw new Refused('files.encrypted');

  const valueAt = ({ bytes: from, at }: Place): PdfValue => new PdfReader(from, at, work).value();
  function resolve(value: PdfValue, left = REFERENCES): PdfValue[] {
    if (!(value instanceof PdfReference)) return [value];
    if (left === 0) throw new Refused('files.too-complex');
    return (places.get(value.number) ?? []).flatMap((place) => resolve(valueAt(place), left - 1));
  }
  return {
    trailers,
    resolve: (value) => resolve(value),
    forEachDefinition(visit) {
      for (const place of numberless) visit(valueAt(place));
      for (const all of places.values()) for (const place of all) visit(valueAt(place));
    },
  };
}

const isNamed = (dict: PdfDict, key: string, name: string): boolean =>
  dict.valuesOf(key).some((value) => value instanceof PdfName && value.text === name);

/** Each place where a program may find an object: its number, null where what begins here has none, and where its value is. */
function* startsOfObjects(bytes: Buffer, work: Work): Generator<{ at: number; number: number | null }> {
  for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) {
    work.take();
    if (bytes.toString('latin1', Math.max(0, at - 3), at) === 'end') continue;
    const before = bytes.toString('latin1', Math.max(0, at - LOOK_BACK), at).replace(COMMENT, ' ');
    const number = NUMBER_BEFORE.exec(before)?.[1];
    if (number !== undefined) {
      yield { at: at + 3, number: Number(number) };
      continue;
    }
    const reader = new PdfReader(bytes, at + 3, work);
    reader.skipSpace();
    // Letters in a packed picture, unless something with entries begins here.
    if (reader.follows('<<')) yield { at: reader.at, number: null };
  }
}

function trailersOf(bytes: Buffer, work: Work): PdfDict[] {
  const found: PdfDict[] = [];
  for (let at = bytes.indexOf('trailer'); at >= 0; at = bytes.indexOf('trailer', at + 7)) {
    const reader = new PdfReader(bytes, at + 7, work);
    reader.skipSpace();
    if (!reader.follows('<<')) continue;
    const value = reader.value();
    if (value instanceof PdfDict) found.push(value);
  }
  return found;
}

/**
 * Signing and filling in add a revision at the end, with new definitions and a table of their places. Two definitions in one
 * revision, or new ones without a table, are read by programs in different ways.
 */
function createRevisions(bytes: Buffer) {
  const ends: number[] = [];
  for (let at = bytes.indexOf('startxref'); at >= 0; at = bytes.indexOf('startxref', at + 9)) ends.push(at);
  const last = ends.at(-1) ?? Infinity;
  const earlier = new Set<number>();
  let current = new Set<number>();
  let passed = 0;
  return {
    /** Definitions in the order of their places. @throws Refused */
    note(number: number, at: number): void {
      for (; passed < ends.length && at > ends[passed]!; passed += 1) {
        for (const each of current) earlier.add(each);
        current = new Set();
      }
      if (current.has(number) || (at > last && earlier.has(number)))
        throw new Refused('files.ambiguous-content');
      current.add(number);
    },
  };
}

/** What real programs write: one filter, or none. @param reader at the word `stream` @throws Refused */
function unpackedStream(dict: PdfDict, reader: PdfReader, most: number): Buffer {
  const filters = dict.valuesOf('Filter').flatMap((value) => (Array.isArray(value) ? value : [value]));
  const [filter] = filters;
  const isPlain = filters.length === 1 && filter instanceof PdfName && filter.text === 'FlateDecode';
  if (
    !isPlain ||
    ['DecodeParms', 'DP', 'F'].some((key) => dict.valuesOf(key).some((value) => value !== null))
  )
    throw new Refused('files.damaged');
  const start = reader.at + 'stream'.length;
  const lineEnd = /^(?:\r\n|\n|\r)?/.exec(reader.bytes.toString('latin1', start, start + 2))![0];
  try {
    return inflateSync(reader.bytes.subarray(start + lineEnd.length), { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    // Not retried: the same bytes fail again.
    const isTooLong = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Refused(isTooLong ? 'files.too-complex' : 'files.damaged');
  }
}

/**
 * Objects of a stream as both kinds of programs find them: by their places, and one after the other. @throws Refused where
 * these differ
 */
function objectsIn(bytes: Buffer, dict: PdfDict, work: Work): { number: number; at: number }[] {
  const [first, count] = ['First', 'N'].map((key) => {
    const [value, further] = dict.valuesOf(key);
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || further !== undefined)
      throw new Refused('files.damaged');
    return value;
  }) as [number, number];
  if (count > OBJECTS) throw new Refused('files.too-complex');
  const head = new PdfReader(bytes, 0, work);
  const objects: { number: number; at: number }[] = [];
  for (let n = 0; n < count; n += 1) objects.push({ number: head.count(), at: first + head.count() });
  let reader = new PdfReader(bytes, first, work);
  for (const { at } of objects) {
    reader.skipSpace();
    const between = new PdfReader(bytes, at, work);
    between.skipSpace();
    if (reader.at !== between.at) throw new Refused('files.ambiguous-content');
    reader = between;
    if (reader.at < bytes.length) reader.value();
  }
  return objects;
}
