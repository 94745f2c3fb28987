import { hash } from 'node:crypto';

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

const sha256 = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');

/** Of a leaf, as in RFC 6962. */
export const leafHash = (entry: Buffer): Buffer => sha256(LEAF, entry);

interface Subtree {
  /** Leaves in it, a power of two. */
  size: number;
  root: Buffer;
}

/** A tree that grows at its end; its root is there at every size without hashing the leaves again. */
export function growingTree() {
  /** Roots of whole subtrees, the largest first. */
  const subtrees: Subtree[] = [];
  return {
    /**
     * Adds a leaf by its hash, or a whole subtree by its root, none larger than the last one before it. Returns the subtrees that are
     * whole with it, the smallest first.
     */
    add(hash: Buffer, size = 1): Subtree[] {
      let last = { size, root: hash };
      const whole = [last];
      for (let before = subtrees.at(-1); before?.size === last.size; before = subtrees.at(-1)) {
        subtrees.pop();
        last = { size: before.size * 2, root: sha256(NODE, before.root, last.root) };
        whole.push(last);
      }
      subtrees.push(last);
      return whole;
    },
    root(): Buffer {
      const roots = subtrees.map(({ root }) => root);
      return roots.length === 0 ? sha256() : roots.reduceRight((right, left) => sha256(NODE, left, right));
    },
  };
}

/** Root of the tree over these leaf hashes, as in RFC 6962. */
export function rootOf(hashes: readonly Buffer[], from = 0, to = hashes.length): Buffer {
  const size = to - from;
  if (size === 0) return sha256();
  if (size === 1) return hashes[from] as Buffer;
  let left = 1;
  while (left * 2 < size) left *= 2;
  return sha256(NODE, rootOf(hashes, from, from + left), rootOf(hashes, from + left, to));
}
