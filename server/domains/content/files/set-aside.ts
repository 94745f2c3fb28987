import { createHash } from 'node:crypto';
import type { FileStorage } from '#server/integrations/file-storage/index.ts';
import { withLocalCopy } from './local-copy.ts';

/**
 * Whole files of another domain, private and without an owner that lists them: they are stored under a name of that domain
 * until it drops them. Every call may reject with StorageAway.
 */
export interface SetAside {
  /** Durable once it resolves. The local file may be moved away. */
  put(name: string, file: string): Promise<void>;
  /** The file on this machine's disk while `use` runs. @throws ObjectMissing */
  open<Result>(name: string, use: (file: string) => Promise<Result>): Promise<Result>;
  /** Dropping what is not there changes nothing. */
  drop(name: string): Promise<void>;
}

/** Storage knows keys that are hashes only; a name of its own never meets the key of a content. */
const keyOf = (name: string): string => createHash('sha256').update(`set aside: ${name}`).digest('hex');

export const createSetAside = (storage: FileStorage, incomingFolder: string): SetAside => ({
  put: (name, file) => storage.put(keyOf(name), file),

  open: (name, use) => withLocalCopy({ storage, incomingFolder }, keyOf(name), ({ file }) => use(file)),

  drop: (name) => storage.remove(keyOf(name)),
});
