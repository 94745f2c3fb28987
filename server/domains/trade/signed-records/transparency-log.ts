import type { Signer } from '#server/integrations/signer/index.ts';
import { checkpointText, signedNote } from './checkpoint.ts';
import { rootOf } from './merkle-tree.ts';
import { bundleOf, TILE_WIDTH, type TileName } from './tiles.ts';
import type { TransparencyLogRepository } from './transparency-log.repository.ts';

export interface TransparencyLogDeps {
  leaves: TransparencyLogRepository;
  signer: Signer;
  /** Lists the present key among the published ones. */
  listKey: () => Promise<void>;
  /** Names this log in its checkpoints. */
  origin: () => string;
}

export type TransparencyLog = ReturnType<typeof createTransparencyLog>;

/**
 * The heads of all finished rooms and all protocols in one tree. A monitor that follows its checkpoints sees that it only ever grows, and that everybody is shown the same:
 * a head that was replaced, taken out or moved changes the root.
 */
export function createTransparencyLog({ leaves, signer, listKey, origin }: TransparencyLogDeps) {
  return {
    /** The signed state of the tree, one for each size; null while it is empty. */
    async checkpoint(): Promise<string | null> {
      const size = await leaves.size();
      if (size === 0) return null;
      const before = await leaves.checkpoint(size);
      if (before) return before;
      const head = { origin: origin(), size, root: rootOf(await leaves.hashes(0, size)) };
      await listKey();
      const { publicKey } = await signer.key();
      const { signature } = await signer.sign(Buffer.from(checkpointText(head)));
      return leaves.addCheckpoint(size, signedNote(head, publicKey.x, signature));
    },

    /** The bytes of a tile; null where the tree has no such tile yet. */
    async tile({ level, index, width }: TileName): Promise<Buffer | null> {
      const span = level === 'entries' ? 1 : TILE_WIDTH ** level;
      const from = index * TILE_WIDTH * span;
      const to = from + width * span;
      if (!Number.isSafeInteger(to) || to > (await leaves.size())) return null;
      if (level === 'entries') return bundleOf(await leaves.documents(from, to));
      const hashes = await leaves.hashes(from, to);
      return Buffer.concat(
        Array.from({ length: width }, (_, at) => rootOf(hashes, at * span, (at + 1) * span)),
      );
    },
  };
}
