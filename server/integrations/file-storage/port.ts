import type { Readable } from 'node:stream';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Objects by key. An object's content never changes, as the key is derived from it; only the objects of the transparency log have names, and
 * of these the checkpoint changes. Every call may reject with StorageAway, after which the same call may succeed.
 */
export interface FileStorage {
  readonly name: 'folder' | 's3';
  /** Where it stores, for the operators' eyes: no secrets. */
  readonly place: string;
  /**
   * Stores a local file, whole or not at all, and durably once it resolves. The local file may be moved away. What is there already is
   * replaced.
   */
  put(key: string, file: string): Promise<void>;
  /** Size in bytes; null when there is no such object. */
  sizeOf(key: string): Promise<number | null>;
  /** A stream that has its first bytes or its fault before it is returned. @throws ObjectMissing */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removing what is not there changes nothing. */
  remove(key: string): Promise<void>;
  /** Removes what a crash left of objects that were being stored, by default an hour ago and more; how many. */
  tidy(olderThanMs?: number): Promise<number>;
  /** Rejects when nothing can be stored now. */
  check(): Promise<void>;
}

/** Storage is unreachable, full or failing. */
export class StorageAway extends Error {
  constructor(cause: unknown) {
    super(`file storage: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'StorageAway';
  }
}

export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`file storage has no object ${key}`);
    this.name = 'ObjectMissing';
  }
}

const KEY = /^[0-9a-f]{64}(?:-[0-9a-f]{32})?$/;
/** Addresses of C2SP tlog-tiles. */
const LOG_NAME = /^log\/(?:checkpoint|tile\/(?:\d{1,2}|entries)\/(?:x\d{3}\/){0,3}\d{3}(?:\.p\/\d{1,3})?)$/;

export const isLogName = (key: string): boolean => LOG_NAME.test(key);

/** Keys are hashes, or names of the transparency log, so that no key names a folder or another object. @throws RangeError */
export function checkedKey(key: string): string {
  if (!KEY.test(key) && !isLogName(key)) throw new RangeError('not a key of file storage');
  return key;
}
