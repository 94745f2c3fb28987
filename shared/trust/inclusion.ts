import { canonicalBytes } from './canonical-bytes.ts';
import { openNote } from './checkpoint.ts';
import { hashOfHex, hashOfLeaf, hexOfHash, rootByInclusion } from './merkle-proof.ts';
import type { Receipt, SignedReceipt } from './receipt.ts';
import { checkSignature, type SignedStatement, type VerifyingKey } from './signed-statement.ts';

export const BLOCK_FORMAT = 'savdo-log-block-1';

/**
 * What was committed within about a second, as one leaf of the transparency log: the root of a tree (RFC 6962) over the hashes of the
 * rooms' entries, then of recorded attempts, then of minutes with attempts that were counted only.
 */
export interface LogBlock {
  entries: number;
  attempts: number;
  counts: number;
  /** Hex. */
  root: string;
}

export type SignedBlock = SignedStatement<typeof BLOCK_FORMAT, LogBlock>;

/** A committed entry of a room: the leaf is its canonical JSON. */
export interface EntryLeaf {
  lotId: number;
  seq: number;
  /** Of the public log at this entry. */
  hash: string;
}

/** An attempt that is in no entry: the leaf is its canonical JSON, which cannot be guessed without the salt. */
export interface AttemptLeaf {
  salt: string;
  lotId: number;
  bidId: string;
  command: Receipt['command'];
  amountTiyin: number | null;
  verdict: 'accepted' | 'refused' | 'unknown';
  reason: string | null;
  /** The last entry it was judged by. */
  seq: number | null;
  /** µs. */
  receivedAtUs: number;
  decidedAtUs: number | null;
}

/** Where the transparency log has what a receipt states; beside the signed statement in its file. */
export interface Inclusion {
  leaf: EntryLeaf | AttemptLeaf;
  /** Its place in the block, and the hashes from there to the block's root, hex. */
  place: number;
  path: string[];
  /** The block's text, as it is in the log. */
  block: string;
  /** Its place in the log, and the hashes from there to the root of the checkpoint, hex. */
  position: number;
  logPath: string[];
  /** Signed note. */
  checkpoint: string;
}

/** The file of a receipt. The proof is not signed: what it leads to is. null: the transparency log does not have the attempt yet. */
export type ReceiptFile = SignedReceipt & { inclusion: Inclusion | null };

export type InclusionCheck =
  /** In the log that the checkpoint states. */
  | 'included'
  /** The proof does not lead to what was signed. */
  | 'not-included'
  /** It proves another attempt than that of the receipt. */
  | 'other-attempt';

type Keys = readonly VerifyingKey[];

/** @param receipt of a signature that was checked */
export async function checkInclusion(receipt: Receipt, proof: unknown, keys: Keys): Promise<InclusionCheck> {
  if (!isInclusion(proof)) return 'not-included';
  if (!states(proof.leaf, receipt)) return 'other-attempt';
  const block = blockOf(proof.block);
  const head = await openNote(proof.checkpoint, keys);
  if (!block || !head || (await checkSignature(block, keys, proof.position)) !== 'valid')
    return 'not-included';
  const { entries, attempts, counts, root } = block.statement;
  const isEntry = 'hash' in proof.leaf;
  if (isEntry !== proof.place < entries) return 'not-included';
  const leaf = await hashOfLeaf(canonicalBytes(proof.leaf));
  const inBlock = await leads(leaf, proof.place, entries + attempts + counts, proof.path);
  if (inBlock !== root) return 'not-included';
  const blockLeaf = await hashOfLeaf(new TextEncoder().encode(proof.block));
  const inLog = await leads(blockLeaf, proof.position, head.size, proof.logPath);
  return inLog === hexOfHash(head.root) ? 'included' : 'not-included';
}

async function leads(
  leaf: Uint8Array<ArrayBuffer>,
  place: number,
  size: number,
  path: readonly unknown[],
): Promise<string | null> {
  const hashes = path.map(hashOfHex);
  if (!hashes.every((hash) => hash !== null)) return null;
  const root = await rootByInclusion(leaf, place, size, hashes);
  return root && hexOfHash(root);
}

function isInclusion(value: unknown): value is Inclusion {
  const { leaf, place, path, block, position, logPath, checkpoint, ...more } = (value ?? {}) as Record<
    string,
    unknown
  >;
  return (
    Object.keys(more).length === 0 &&
    typeof leaf === 'object' &&
    leaf !== null &&
    typeof place === 'number' &&
    typeof position === 'number' &&
    Array.isArray(path) &&
    Array.isArray(logPath) &&
    typeof block === 'string' &&
    typeof checkpoint === 'string'
  );
}

function blockOf(text: string): SignedBlock | null {
  try {
    const block = JSON.parse(text) as SignedBlock;
    return block.format === BLOCK_FORMAT ? block : null;
  } catch {
    // Not a statement: the proof is refused.
    return null;
  }
}

/** Whether a leaf is that of the receipt's own attempt. */
function states(leaf: EntryLeaf | AttemptLeaf, receipt: Receipt): boolean {
  if (leaf.lotId !== receipt.lotId) return false;
  // A maximum that another one matched at once is refused, and has an entry all the same.
  const inEntry = receipt.verdict === 'accepted' || receipt.salt !== null;
  if ('hash' in leaf) return inEntry && leaf.seq === receipt.seq && leaf.hash === receipt.logHash;
  return (
    !inEntry &&
    leaf.bidId === receipt.bidId &&
    leaf.command === receipt.command &&
    leaf.amountTiyin === receipt.amountTiyin &&
    leaf.receivedAtUs === receipt.receivedAtUs &&
    leaf.decidedAtUs === receipt.decidedAtUs &&
    (leaf.verdict === 'unknown' ? receipt.verdict === 'not-placed' : receipt.verdict === leaf.verdict) &&
    (leaf.verdict === 'unknown' || leaf.reason === receipt.reason)
  );
}
