import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ObjectMissing, type FileStorage } from '#server/integrations/file-storage/index.ts';
import { checkPages, type EvidenceFound } from '#server/platform/modules/index.ts';
import type { StoredObject, StoredObjectsRepository } from './stored-objects.repository.ts';

const OBJECTS_A_PAGE = 1_000;

/** Objects of storage that rows name: what a backup takes along, and what has to be there. */
export interface StoredObjects {
  /** Ascending by key. */
  all(): AsyncGenerator<StoredObject>;
  /** @throws ObjectMissing, StorageAway */
  read(key: string): Promise<Buffer>;
  /** Reads each object and compares it with the digest in its key. */
  check(): Promise<EvidenceFound>;
}

/** A key ends with the digest of its content, or with the beginning of it. */
const isContentOf = (key: string, bytes: Buffer): boolean =>
  hash('sha256', bytes, 'hex').startsWith(key.split('-').at(-1) ?? key);

export function createStoredObjects(
  rows: StoredObjectsRepository,
  storage: Pick<FileStorage, 'read'>,
): StoredObjects {
  const read = async (key: string) => buffer(await storage.read(key));
  const next = (last: StoredObject | undefined) => rows.after(last?.key ?? '', OBJECTS_A_PAGE);
  return {
    read,
    async *all() {
      for (let page = await next(undefined); page.length > 0; page = await next(page.at(-1))) yield* page;
    },
    check: () =>
      checkPages(next, async ({ key, bytes }) => {
        try {
          const content = await read(key);
          if (content.length !== bytes)
            return `file ${key} has ${content.length} bytes, ${bytes} were stored`;
          return isContentOf(key, content) ? null : `file ${key} was changed`;
        } catch (error) {
          if (error instanceof ObjectMissing) return `file ${key} is missing`;
          // Not retried: the caller learns that storage does not answer.
          throw error;
        }
      }),
  };
}
