import { hash } from 'node:crypto';

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

const sha256 = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');

/** Of a leaf, as in RFC 6962. */
export const leafHash = (entry: Buffer): Buffer => sha256(LEAF, entry);

/** Root of the tree over these leaf hashes, as in RFC 6962. */
export function rootOf(hashes: readonly Buffer[], from = 0, to = hashes.length): Buffer {
  const size = to - from;
  if (size === 0) return sha256();
  if (size === 1) return hashes[from] as Buffer;
  let left = 1;
  while (left * 2 < size) left *= 2;
  return sha256(NODE, rootOf(hashes, from, from + left), rootOf(hashes, from + left, to));
}
