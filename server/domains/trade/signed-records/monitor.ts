import { cosignedAt, openNote, type KnownWitness, type TreeHead } from '#shared/trust/checkpoint.ts';
import { hexOfHash } from '#shared/trust/merkle-proof.ts';
import { checkSignature, type VerifyingKey } from '#shared/trust/signed-statement.ts';
import { growingTree, leafHash, treeOfSubtrees, type GrowingTree } from './merkle-tree.ts';
import { entriesOf, TILE_WIDTH, tilePath } from './tiles.ts';

/** What a monitor remembers from its last look. */
export interface MonitorState {
  origin: string;
  size: number;
  /** Hex. */
  root: string;
  /** Roots of the whole subtrees that were verified, the largest first, hex: only later entries are read. None: of an earlier release. */
  subtrees?: string[];
  /** The signed note: with a later one that contradicts it, proof against the log. */
  note: string;
  keys: VerifyingKey[];
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
  | 'foreign-entry'
  /** A witness that was asked for has signed no state. */
  | 'unwitnessed'
  /** A witness has signed another history, or a longer one: this reader is shown a log of its own. */
  | 'other-than-witnessed';

export interface LogReader {
  /** The bytes at an address of the log; rejects when it cannot be reached. */
  read(path: string): Promise<Buffer>;
  /** The last state that the log has of a witness; null: none. */
  witnessed(name: string): Promise<string | null>;
}

export type Look =
  | { state: MonitorState; entries: number }
  /** `other`: the note that contradicts it. */
  | { alarm: Alarm; note: string; other: string | null };

interface Watched {
  keys: readonly VerifyingKey[];
  /** Those whose signatures are asked for. */
  witnesses: readonly KnownWitness[];
  before: MonitorState | null;
}

/** @throws what the reader throws, and where `before` is not what a look returned */
export async function lookAtLog(log: LogReader, { keys, witnesses, before }: Watched): Promise<Look> {
  // Before the state itself, which is then not the older one.
  const notes = new Map<KnownWitness, string | null>();
  for (const witness of witnesses) notes.set(witness, await log.witnessed(witness.name));
  const note = (await log.read('/log/checkpoint')).toString();
  const alarm = (kind: Alarm, other = before?.note ?? null): Look => ({ alarm: kind, note, other });
  const head = await openNote(note, keys);
  if (!head) return alarm('unsigned');
  if (before && head.origin !== before.origin) return alarm('other-log');
  if (before && head.size < before.size) return alarm('shrunken');
  const root = hexOfHash(head.root);
  if (before && head.size === before.size && root !== before.root) return alarm('forked');

  const witnessed: { head: TreeHead; note: string }[] = [];
  for (const [witness, signed] of notes) {
    const seen = signed !== null && (await cosignedAt(signed, witness)) ? await openNote(signed, keys) : null;
    if (signed === null || !seen) return alarm('unwitnessed', signed);
    if (seen.origin !== head.origin || seen.size > head.size) return alarm('other-than-witnessed', signed);
    witnessed.push({ head: seen, note: signed });
  }

  const known = before?.subtrees ? rememberedTree(before, before.subtrees) : null;
  const newFrom = before?.size ?? 0;
  const sizes = witnessed.map((one) => one.head.size);
  // A witness that is behind the last look is compared from the first entry on.
  const isEnough = known !== null && sizes.every((size) => size >= newFrom);
  const from = { size: newFrom, tree: known ?? growingTree() };
  const asked = { keys, newFrom, sizes, to: head.size };
  let grown = isEnough ? await grow(log, from, asked) : null;
  // Which of both is it: another history, or entries that lead nowhere?
  if (grown?.roots.get(head.size) !== root) grown = await grow(log, { size: 0, tree: growingTree() }, asked);
  if (grown?.roots.get(head.size) !== root) return alarm('entries-do-not-fit');
  // The same entries up to the former size: the tree has only grown.
  if (before && grown.roots.get(before.size) !== before.root) return alarm('forked');
  for (const one of witnessed)
    if (grown.roots.get(one.head.size) !== hexOfHash(one.head.root))
      return alarm('other-than-witnessed', one.note);
  if (grown.foreign) return alarm('foreign-entry');
  const subtrees = grown.tree.subtrees().map((hash) => hash.toString('hex'));
  const { origin, size } = head;
  return { state: { origin, size, root, subtrees, note, keys: [...keys] }, entries: size - newFrom };
}

function rememberedTree({ size, root }: MonitorState, subtrees: readonly string[]): GrowingTree {
  const tree = treeOfSubtrees(
    size,
    subtrees.map((hex) => Buffer.from(hex, 'hex')),
  );
  if (tree?.root().toString('hex') !== root)
    throw new Error('the state file is not as a look left it: its subtrees do not lead to its root');
  return tree;
}

interface Grown {
  tree: GrowingTree;
  /** Hex, by size: at the beginning, at the end and wherever it was asked for. */
  roots: Map<number, string>;
  /** Whether an entry behind `newFrom` is not signed. */
  foreign: boolean;
}

/** Reads the entries from a verified tree on; null: they are not there. */
async function grow(
  { read }: LogReader,
  { size, tree }: { size: number; tree: GrowingTree },
  {
    keys,
    newFrom,
    sizes,
    to,
  }: { keys: readonly VerifyingKey[]; newFrom: number; sizes: number[]; to: number },
): Promise<Grown | null> {
  const wanted = new Set([newFrom, ...sizes, to]);
  const roots = new Map<number, string>();
  const note = (at: number) => {
    if (wanted.has(at)) roots.set(at, tree.root().toString('hex'));
  };
  let foreign = false;
  let at = size;
  note(at);
  for await (const entries of bundlesFrom(read, size, to)) {
    if (!entries) return null;
    for (const entry of entries) {
      tree.add(leafHash(entry));
      if (at >= newFrom) foreign ||= (await checkSignature(parsed(entry), keys, at)) !== 'valid';
      at += 1;
      note(at);
    }
  }
  return { tree, roots, foreign };
}

/** Entries from a place on, bundle by bundle; null: one is not there. */
async function* bundlesFrom(
  read: LogReader['read'],
  from: number,
  to: number,
): AsyncGenerator<Buffer[] | null> {
  for (let place = from; place < to;) {
    const index = Math.floor(place / TILE_WIDTH);
    const width = Math.min(TILE_WIDTH, to - index * TILE_WIDTH);
    const bundle = entriesOf(await read(tilePath({ level: 'entries', index, width })));
    if (bundle?.length !== width) return void (yield null);
    yield bundle.slice(place - index * TILE_WIDTH);
    place = index * TILE_WIDTH + width;
  }
}

/** The entries of the tree of this size; null: they are not there. @param read as of `LogReader` */
export async function readEntries(read: LogReader['read'], size: number): Promise<Buffer[] | null> {
  const entries: Buffer[] = [];
  for await (const bundle of bundlesFrom(read, 0, size)) {
    if (!bundle) return null;
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
