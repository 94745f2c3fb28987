import { hash } from 'node:crypto';

const HASH_BYTES = 32;
const LEAF = Buffer.from([0]);

/** A third of the time that the digest as a new buffer takes. */
const sha256 = (input: Buffer): Buffer => Buffer.from(hash('sha256', input, 'latin1'), 'latin1');

/** Of a leaf, as in RFC 6962. */
export const leafHash = (entry: Buffer): Buffer => sha256(Buffer.concat([LEAF, entry]));

/** Hashes of leaves one after the other, as they are stored: a buffer for each would cost as much as its hash. */
export function leafHashes(most: number) {
  const bytes = Buffer.alloc(most * HASH_BYTES);
  let count = 0;
  return {
    /** Adds the hash of a text, which is one of `most` at most; returns how many there are. */
    add(text: string): number {
      bytes.write(hash('sha256', `\0${text}`, 'latin1'), count * HASH_BYTES, 'latin1');
      count += 1;
      return count;
    },
    bytes: (): Buffer => bytes.subarray(0, count * HASH_BYTES),
  };
}

/** The input of every node's hash, one after the other. */
const nodeInput = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

function nodeHash(left: Buffer, right: Buffer): Buffer {
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + HASH_BYTES);
  return sha256(nodeInput);
}

const EMPTY = sha256(Buffer.alloc(0));

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
        last = { size: before.size * 2, root: nodeHash(before.root, last.root) };
        whole.push(last);
      }
      subtrees.push(last);
      return whole;
    },
    /** Roots of the whole subtrees, the largest first: with the number of leaves, all that it takes to go on later. */
    subtrees: (): Buffer[] => subtrees.map(({ root }) => root),
    root(): Buffer {
      const roots = subtrees.map(({ root }) => root);
      return roots.length === 0 ? EMPTY : roots.reduceRight((right, left) => nodeHash(left, right));
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
export const rootOf = (hashes: readonly Buffer[], from = 0, to = hashes.length): Buffer =>
  rootOfStored(Buffer.concat(hashes.slice(from, to)));

/** The same of hashes that were stored one after the other. */
export function rootOfStored(hashes: Buffer): Buffer {
  if (hashes.length === 0) return EMPTY;
  const level = Buffer.from(hashes);
  for (let count = level.length / HASH_BYTES; count > 1;) count = raise(level, count);
  return Buffer.from(level.subarray(0, HASH_BYTES));
}

/** Sibling hashes from a leaf to the root of the tree over these, the nearest first: its inclusion proof. */
export function inclusionPath(hashes: Buffer, place: number): Buffer[] {
  const level = Buffer.from(hashes);
  const path: Buffer[] = [];
  let at = place;
  for (let count = level.length / HASH_BYTES; count > 1; at >>= 1) {
    const sibling = at ^ 1;
    // The last of an odd number has none: it is in the next level as it is.
    if (sibling < count)
      path.push(Buffer.from(level.subarray(sibling * HASH_BYTES, (sibling + 1) * HASH_BYTES)));
    count = raise(level, count);
  }
  return path;
}

/** Replaces the hashes of a level by those of the level above it; returns how many these are. */
function raise(level: Buffer, count: number): number {
  const pairs = count >> 1;
  for (let at = 0; at < pairs; at += 1) {
    level.copy(nodeInput, 1, 2 * at * HASH_BYTES, 2 * (at + 1) * HASH_BYTES);
    level.write(hash('sha256', nodeInput, 'latin1'), at * HASH_BYTES, 'latin1');
  }
  if (count % 2 === 1) level.copyWithin(pairs * HASH_BYTES, (count - 1) * HASH_BYTES, count * HASH_BYTES);
  return pairs + (count % 2);
}

/** Leaves in the left part of a tree: the largest power of two below its size. */
export function leftSize(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

/** Hashes that were stored one after the other. */
export const hashesIn = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
