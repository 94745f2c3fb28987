import path from 'node:path';
import type { FileStorage } from '#server/integrations/file-storage/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { Blob } from './blobs.repository.ts';
import { Refused, type Inspected, type InspectionRequest, type Made } from './inspection/inspection.ts';
import type { Inspector } from './inspection/inspector.ts';
import { withLocalCopy } from './local-copy.ts';
import { madeKey } from './store-content.ts';

/** Work of one round; a round that begins a picture ends it. */
const ROUND_MS = 15_000;
const SENDER = 'copies';

export interface MakeCopiesDeps {
  storage: FileStorage;
  incomingFolder: string;
  /** One process of the lowest priority; not the one that people wait for. */
  background: Inspector;
  logger: Logger;
}

export interface CopiesToMake {
  /** A stored picture without its copies, which is this caller's for a while; null: there is none. */
  claim(): Promise<Blob | null>;
  kind: InspectionRequest['kind'];
  /** Books what was made; `put` stores it, while the content is held against the sweep. */
  book(sha256: string, found: Inspected, put: (made: Made) => Promise<void>): Promise<void>;
  /** For the log, when none could be made. */
  failed: string;
}

/**
 * Copies of stored pictures that no one waits for. Each picture is claimed first, so that several processes share the work; one that
 * fails is tried again later. A round resolves with the number of pictures it looked at, and rejects where storage or inspection is
 * away: the next round goes on.
 */
export function createMakeCopies(deps: MakeCopiesDeps, { claim, kind, book, failed }: CopiesToMake) {
  const { storage, incomingFolder, background, logger } = deps;

  const make = ({ sha256 }: Blob): Promise<void> =>
    withLocalCopy({ storage, incomingFolder }, sha256, async (copy) => {
      const found = await background.inspect({ kind, ...copy }, SENDER);
      await book(sha256, found, (made) =>
        storage.put(madeKey(sha256, made.name), path.join(copy.folder, made.name)),
      );
    });

  return async function round(): Promise<number> {
    const until = performance.now() + ROUND_MS;
    let looked = 0;
    for (let blob = await claim(); blob;) {
      looked += 1;
      try {
        await make(blob);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        // Tried again when the claim has ended: a limit of this release may have been the reason.
        logger.warn({ err: error, sha256: blob.sha256 }, failed);
      }
      blob = performance.now() < until ? await claim() : null;
    }
    return looked;
  };
}
