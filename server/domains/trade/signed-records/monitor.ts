import { openNote } from '#shared/trust/checkpoint.ts';
import { hexOfHash } from '#shared/trust/merkle-proof.ts';
import { checkSignature, type ListedKey } from '#shared/trust/signed-statement.ts';
import { leafHash, rootOf } from './merkle-tree.ts';
import { entriesOf, TILE_WIDTH, tilePath } from './tiles.ts';

export type MonitoredKey = Pick<ListedKey, 'kid' | 'kty' | 'crv' | 'x'>;

/** What a monitor remembers from its last look. */
export interface MonitorState {
  origin: string;
  size: number;
  /** Hex. */
  root: string;
  /** The signed note: with a later one that contradicts it, proof against the log. */
  note: string;
  keys: MonitoredKey[];
}

export type Alarm =
  | 'unsigned'
  | 'other-log'
  | 'shrunken'
  /** Another root for a size that was seen before. */
  | 'forked'
  /** The entries do not lead to the root that was signed. */
  | 'entries-do-not-fit'
  /** An entry that is no statement of the operator's. */
  | 'foreign-entry';

export type Look = { state: MonitorState; entries: number } | { alarm: Alarm; note: string };

/** @param read the bytes at an address of the log; rejects when it cannot be reached */
export async function lookAtLog(
  read: (path: string) => Promise<Buffer>,
  keys: readonly MonitoredKey[],
  before: MonitorState | null,
): Promise<Look> {
  const note = (await read('/log/checkpoint')).toString();
  const alarm = (kind: Alarm): Look => ({ alarm: kind, note });
  const head = await openNote(note, keys);
  if (!head) return alarm('unsigned');
  if (before && head.origin !== before.origin) return alarm('other-log');
  if (before && head.size < before.size) return alarm('shrunken');
  const root = hexOfHash(head.root);
  if (before && head.size === before.size && root !== before.root) return alarm('forked');
  const entries = await readEntries(read, head.size);
  if (!entries) return alarm('entries-do-not-fit');
  const hashes = entries.map(leafHash);
  if (rootOf(hashes).toString('hex') !== root) return alarm('entries-do-not-fit');
  // The same entries up to the former size: the tree has only grown.
  if (before && rootOf(hashes, 0, before.size).toString('hex') !== before.root) return alarm('forked');
  for (const entry of entries.slice(before?.size ?? 0))
    if ((await checkSignature(parsed(entry), keys)) !== 'valid') return alarm('foreign-entry');
  const { origin, size } = head;
  return { state: { origin, size, root, note, keys: [...keys] }, entries: size - (before?.size ?? 0) };
}

/** The entries of the tree of this size; null: they are not there. @param read as of `lookAtLog` */
export async function readEntries(
  read: (path: string) => Promise<Buffer>,
  size: number,
): Promise<Buffer[] | null> {
  const entries: Buffer[] = [];
  for (let index = 0; index * TILE_WIDTH < size; index += 1) {
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    const bundle = entriesOf(await read(tilePath({ level: 'entries', index, width })));
    if (bundle?.length !== width) return null;
    entries.push(...bundle);
  }
  return entries;
}

function parsed(entry: Buffer): unknown {
  try {
    return JSON.parse(entry.toString());
  } catch {
    // Not a statement: the caller raises the alarm.
    return null;
  }
}
