import type { Signer } from '#server/integrations/signer/index.ts';
import { checkpointText, signedNote } from '#shared/trust/checkpoint.ts';
import { growingTree, leftSize } from './merkle-tree.ts';
import { bundleOf, TILE_WIDTH, type TileName } from './tiles.ts';
import type { HashRange, TransparencyLogRepository } from './transparency-log.repository.ts';

export interface TransparencyLogDeps {
  leaves: TransparencyLogRepository;
  signer: Signer;
  /** Lists the present key among the published ones. */
  listKey: () => Promise<void>;
  /** Names this log in its checkpoints. */
  origin: () => string;
}

export type TransparencyLog = ReturnType<typeof createTransparencyLog>;

/** Leaves of a tree between two places: all of them, or those of a subtree of RFC 6962. */
type Between = readonly [from: number, to: number];

/** The whole tiles between two places and the hashes that follow them on each level, fewer than 256 of each; the highest level first. */
function rangesBetween([from, to]: Between): HashRange[] {
  let level = 0;
  while (TILE_WIDTH ** (level + 1) <= to - from) level += 1;
  const ranges: HashRange[] = [];
  for (let done = from; level >= 0; level -= 1) {
    const span = TILE_WIDTH ** level;
    const end = Math.floor(to / span);
    ranges.push({ level, from: done / span, to: end });
    done = end * span;
  }
  return ranges;
}

/** The roots over the leaves between these places, from what is stored, which is read at once. */
async function rootsBetween(leaves: TransparencyLogRepository, all: readonly Between[]): Promise<Buffer[]> {
  const ranges = all.map(rangesBetween);
  const stored = await leaves.hashesOf(ranges.flat());
  let next = 0;
  return ranges.map((own, at) => {
    const tree = growingTree();
    for (const { level, from, to } of own) {
      const hashes = stored[next++] ?? [];
      // Never signed: a state that no leaves lead to.
      if (hashes.length !== to - from)
        throw new Error(`tiles of level ${level} are missing in the tree of ${all[at]?.[1]}`);
      for (const hash of hashes) tree.add(hash, TILE_WIDTH ** level);
    }
    return tree.root();
  });
}

async function rootBetween(leaves: TransparencyLogRepository, between: Between): Promise<Buffer> {
  const [root] = await rootsBetween(leaves, [between]);
  return root as Buffer;
}

/**
 * The heads of all finished rooms and all protocols in one tree. A monitor that follows its checkpoints sees that it only ever grows, and that
 * everybody is shown the same: a head that was replaced, taken out or moved changes the root.
 */
export function createTransparencyLog({ leaves, signer, listKey, origin }: TransparencyLogDeps) {
  return {
    /** The signed state of the tree, the empty one too, one for each size, with the signatures of witnesses so far. */
    async checkpoint(): Promise<string> {
      const { size, note } = await leaves.present();
      if (note) return [note, ...(await leaves.cosignatures(size))].join('');
      const head = { origin: origin(), size, root: Uint8Array.from(await rootBetween(leaves, [0, size])) };
      await listKey();
      const { publicKey } = await signer.key();
      const { keyId, signature } = await signer.sign(Buffer.from(checkpointText(head)));
      return leaves.addCheckpoint(size, await signedNote(head, publicKey.x, signature), keyId);
    },

    /** The root of the tree over the first leaves, from what is stored now. */
    rootOf: (size: number): Promise<Buffer> => rootBetween(leaves, [0, size]),

    /** The last state that a witness signed, with the signatures under it; null: it has signed none. */
    async checkpointOf(witness: string): Promise<string | null> {
      const size = await leaves.lastCosigned(witness);
      const note = size === 0 ? null : await leaves.checkpoint(size);
      return note && [note, ...(await leaves.cosignatures(size))].join('');
    },

    /** Where a leaf is in the first state of the tree that has it; null: none has it yet. */
    async inclusionOf(position: number): Promise<{ checkpoint: string; path: Buffer[] } | null> {
      const state = await leaves.checkpointWith(position);
      if (!state) return null;
      const siblings: Between[] = [];
      let [from, to] = [0, state.size];
      while (to - from > 1) {
        const middle = from + leftSize(to - from);
        const isLeft = position < middle;
        siblings.unshift(isLeft ? [middle, to] : [from, middle]);
        [from, to] = isLeft ? [from, middle] : [middle, to];
      }
      return { checkpoint: state.note, path: await rootsBetween(leaves, siblings) };
    },

    /** Proof (RFC 6962) that the tree of one size only grew to another: hashes, none where there is nothing to prove. */
    async consistency(before: number, size: number): Promise<Buffer[]> {
      const path: Between[] = [];
      let [from, to, wholeBefore] = [0, size, true];
      while (to !== before) {
        const middle = from + leftSize(to - from);
        if (before <= middle) {
          path.unshift([middle, to]);
          to = middle;
        } else {
          path.unshift([from, middle]);
          [from, wholeBefore] = [middle, false];
        }
      }
      return rootsBetween(leaves, wholeBefore ? path : [[from, to], ...path]);
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
