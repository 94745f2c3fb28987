import type { Signer } from '#server/integrations/signer/index.ts';
import { checkpointText, signedNote } from './checkpoint.ts';
import { growingTree } from './merkle-tree.ts';
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

/** The root at a size, from the whole tiles in it and the hashes that follow them on each level: fewer than 256 of each. */
async function rootAt(leaves: TransparencyLogRepository, size: number): Promise<Buffer> {
  let level = 0;
  while (TILE_WIDTH ** (level + 1) <= size) level += 1;
  const tree = growingTree();
  for (let done = 0; level >= 0; level -= 1) {
    const span = TILE_WIDTH ** level;
    const [from, to] = [done / span, Math.floor(size / span)];
    const hashes = await leaves.hashes(level, from, to);
    // Never signed: a state that no leaves lead to.
    if (hashes.length !== to - from)
      throw new Error(`tiles of level ${level} are missing in the tree of ${size}`);
    for (const hash of hashes) tree.add(hash, span);
    done = to * span;
  }
  return tree.root();
}

/**
 * The heads of all finished rooms and all protocols in one tree. A monitor that follows its checkpoints sees that it only ever grows, and that
 * everybody is shown the same: a head that was replaced, taken out or moved changes the root.
 */
export function createTransparencyLog({ leaves, signer, listKey, origin }: TransparencyLogDeps) {
  return {
    /** The signed state of the tree, one for each size; null while it is empty. */
    async checkpoint(): Promise<string | null> {
      const size = await leaves.size();
      if (size === 0) return null;
      const before = await leaves.checkpoint(size);
      if (before) return before;
      const head = { origin: origin(), size, root: await rootAt(leaves, size) };
      await listKey();
      const { publicKey } = await signer.key();
      const { signature } = await signer.sign(Buffer.from(checkpointText(head)));
      return leaves.addCheckpoint(size, signedNote(head, publicKey.x, signature));
    },

    /** The bytes of a tile; null where the tree has no such tile yet. */
    async tile({ level, index, width }: TileName): Promise<Buffer | null> {
      const from = index * TILE_WIDTH;
      const to = from + width;
      const leavesUnder = to * (level === 'entries' ? 1 : TILE_WIDTH ** level);
      if (!Number.isSafeInteger(leavesUnder) || leavesUnder > (await leaves.size())) return null;
      if (level === 'entries') return bundleOf(await leaves.documents(from, to));
      return Buffer.concat(await leaves.hashes(level, from, to));
    },
  };
}
