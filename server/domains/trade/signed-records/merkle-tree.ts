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
    /** Roots of the whole subtrees, the largest first: with the number of leaves, all that it takes to go on later. */
    subtrees: (): Buffer[] => subtrees.map(({ root }) => root),
    root(): Buffer {
      const roots = subtrees.map(({ root }) => root);
      return roots.length === 0 ? sha256() : roots.reduceRight((right, left) => sha256(NODE, left, right));
    },
  };
}

export type GrowingTree = ReturnType<typeof growingTree>;

/** The tree of so many leaves from the roots that `subtrees` gave; null: they are not those of such a tree. */
export function treeOfSubtrees(size: number, roots: readonly Buffer[]): GrowingTree | null {
  const tree = growingTree();
  let at = 0;
  for (let rest = size; rest > 0;) {
    const under = leftSize(rest + 1);
    const root = roots[at];
    if (!root) return null;
    tree.add(root, under);
    at += 1;
    rest -= under;
  }
  return at === roots.length ? tree : null;
}

/** Root of the tree over these leaf hashes, as in RFC 6962. */
export function rootOf(hashes: readonly Buffer[], from = 0, to = hashes.length): Buffer {
  const size = to - from;
  if (size === 0) return sha256();
  if (size === 1) return hashes[from] as Buffer;
  const left = leftSize(size);
  return sha256(NODE, rootOf(hashes, from, from + left), rootOf(hashes, from + left, to));
}

/** Sibling hashes from a leaf to the root of the tree over these, the nearest first: its inclusion proof. */
export function inclusionPath(hashes: readonly Buffer[], place: number): Buffer[] {
  let [from, to] = [0, hashes.length];
  const path: Buffer[] = [];
  while (to - from > 1) {
    const middle = from + leftSize(to - from);
    if (place < middle) {
      path.unshift(rootOf(hashes, middle, to));
      to = middle;
    } else {
      path.unshift(rootOf(hashes, from, middle));
      from = middle;
    }
  }
  return path;
}

/** Leaves in the left part of a tree: the largest power of two below its size. */
export function leftSize(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

const HASH_BYTES = 32;

/** Hashes that were stored one after the other. */
export const hashesIn = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
