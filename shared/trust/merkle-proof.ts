/** Hashes and proofs of RFC 6962, by what browsers and Node.js have in common. */

type Bytes = Uint8Array<ArrayBuffer>;

const HASH_BYTES = 32;
const LEAF = 0;
const NODE = 1;

async function sha256(prefix: number, ...parts: Uint8Array[]): Promise<Bytes> {
  const input = new Uint8Array(1 + parts.reduce((sum, { length }) => sum + length, 0));
  input[0] = prefix;
  let at = 1;
  for (const part of parts) {
    input.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', input));
}

export const hashOfLeaf = (entry: Uint8Array): Promise<Bytes> => sha256(LEAF, entry);

/** null: not 64 hex digits. */
export function hashOfHex(hex: unknown): Bytes | null {
  if (typeof hex !== 'string' || !/^[0-9a-f]{64}$/.test(hex)) return null;
  return Uint8Array.from({ length: HASH_BYTES }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
}

export const hexOfHash = (hash: Uint8Array): string =>
  Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The root that a leaf and its inclusion proof lead to; null: no proof of that place in a tree of that size.
 * @param path sibling hashes, those nearest to the leaf first
 */
export async function rootByInclusion(
  leaf: Bytes,
  place: number,
  size: number,
  path: readonly Bytes[],
): Promise<Bytes | null> {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(place) || place < 0 || place >= size) return null;
  // RFC 9162, 2.1.3.2.
  let [node, last, root] = [place, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      root = await sha256(NODE, sibling, root);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else root = await sha256(NODE, root, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}

/** Whether the proof shows that a tree of one size and root only grew to another; both sizes above zero. */
export async function hasOnlyGrown(
  before: { size: number; root: Bytes },
  now: { size: number; root: Bytes },
  proof: readonly Bytes[],
): Promise<boolean> {
  if (!(before.size > 0 && before.size <= now.size)) return false;
  if (before.size === now.size) return proof.length === 0 && hexOfHash(before.root) === hexOfHash(now.root);
  // RFC 9162, 2.1.4.2.
  let [node, last] = [before.size - 1, now.size - 1];
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  const hashes = node === 0 ? [before.root, ...proof] : [...proof];
  const first = hashes.shift();
  if (!first) return false;
  let [former, present] = [first, first];
  for (const hash of hashes) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      [former, present] = [await sha256(NODE, hash, former), await sha256(NODE, hash, present)];
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else present = await sha256(NODE, present, hash);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return (
    last === 0 && hexOfHash(former) === hexOfHash(before.root) && hexOfHash(present) === hexOfHash(now.root)
  );
}
