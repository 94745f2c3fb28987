import path from 'node:path';
import type { FileStorage } from '#server/integrations/file-storage/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { Blob, BlobsRepository } from './blobs.repository.ts';
import { Refused } from './inspection/inspection.ts';
import type { Inspector } from './inspection/inspector.ts';
import { withLocalCopy } from './local-copy.ts';
import { madeKey } from './store-content.ts';

/** Work of one round; a round that begins a picture ends it. */
const ROUND_MS = 15_000;
const SENDER = 'copies';

export interface CleanPicturesDeps {
  blobs: BlobsRepository;
  storage: FileStorage;
  incomingFolder: string;
  /** One process of the lowest priority; not the one that people wait for. */
  background: Inspector;
  logger: Logger;
}

/**
 * Copies without metadata of pictures that an earlier release stored among documents; new ones are made before their file is
 * there. Each picture is claimed first, so that several processes share the work; one that fails is tried again later.
 */
export function createCleanPictures(deps: CleanPicturesDeps) {
  const { blobs, storage, incomingFolder, background, logger } = deps;

  const clean = ({ sha256 }: Blob): Promise<void> =>
    withLocalCopy({ storage, incomingFolder }, sha256, async (copy) => {
      const found = await background.inspect({ kind: 'document', ...copy }, SENDER);
      const made = found.clean;
      if (made)
        await blobs.bookClean(sha256, made, () =>
          storage.put(madeKey(sha256, made.name), path.join(copy.folder, made.name)),
        );
    });

  /** Resolves with the number of pictures it looked at. Rejects where storage or inspection is away: the next round goes on. */
  return async function round(): Promise<number> {
    const until = performance.now() + ROUND_MS;
    let looked = 0;
    for (let blob = await blobs.claimUnclean(); blob;) {
      looked += 1;
      try {
        await clean(blob);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        // Tried again when the claim has ended: a limit of this release may have been the reason.
        logger.warn({ err: error, sha256: blob.sha256 }, 'no copy could be made of a stored picture');
      }
      blob = performance.now() < until ? await blobs.claimUnclean() : null;
    }
    return looked;
  };
}
