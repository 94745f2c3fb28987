import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { LotInRedis } from '../state/contract.ts';
import type { LotRow } from '../state/auction-log.repository.ts';
import { countEvent, type JournalContext } from './journal-memory.ts';

/**
 * PostgreSQL came back with an older state than Redis (a standby that lacks commits was promoted, the former primary or a
 * backup took the place of a later one): what Redis shows of a lot beyond it.
 */
export interface Rewind {
  lotId: number;
  /** The newest epoch that Redis shows. */
  redisEpoch: number;
  /** The last sequence known to have been committed; PostgreSQL's own when nothing is missing. */
  lostThrough: number;
  /** Answers may be lost: the room is held until two members of staff have chosen. */
  needsChoice: boolean;
  /** Committed entries that PostgreSQL lacks, as far as Redis still has them. */
  entries: CommittedEntry[];
}

/** PostgreSQL's head of a lot, and the newest epoch of Redis that an earlier rewind has dealt with. */
export interface RewindHead {
  lotId: number;
  epoch: number;
  seq: number;
  headHash: string;
  knownEpoch: number;
}

/** What a partition's committed stream shows of one lot: the newest entry of each epoch, and the newest epoch announced. */
export interface CommittedTrace {
  newest: Map<number, { seq: number; hash: string }>;
  epoch: number;
}

/** What Redis shows of a lot beyond PostgreSQL's head. */
interface Shown {
  epoch: number;
  /** Committed and trimmed from the log through this sequence; null: not known. */
  committedSeq: number | null;
  entries: readonly CommittedEntry[];
}

/** null: PostgreSQL has all that Redis shows. */
export function rewindOf(head: RewindHead, shown: Shown): Rewind | null {
  const { epoch, committedSeq, entries } = shown;
  const lost = entries.toSorted((one, other) => one.entry.seq - other.entry.seq);
  const lostThrough = Math.max(head.seq, committedSeq ?? 0, lost.at(-1)?.entry.seq ?? 0);
  if (epoch <= head.epoch && lost.length === 0 && lostThrough === head.seq) return null;
  const seqs = new Set(lost.map(({ entry }) => entry.seq));
  const isForked = [...seqs].some((seq) => seq <= head.seq);
  const isListed = [...seqs].filter((seq) => seq > head.seq).length === lostThrough - head.seq;
  const needsChoice = isForked || !isListed || lost.some((one) => isAnswer(one));
  return {
    ...{ lotId: head.lotId, redisEpoch: Math.max(epoch, head.epoch), lostThrough, needsChoice },
    entries: lost,
  };
}

/** Whether an entry answered a command or confirmed a price; the others a room makes by itself after an interruption. */
function isAnswer({ entry }: CommittedEntry): boolean {
  switch (entry.kind) {
    case 'opened':
      return false;
    case 'suspended':
    case 'resumed':
    case 'deadlineMoved':
      return entry.cause === 'staff';
    default:
      return true;
  }
}

/**
 * Notes the lots whose state in Redis is beyond PostgreSQL though the log holds its last record no more: a log is trimmed
 * behind what is committed. To be called before a log is read: records of lots that wait for their load are trimmed unread.
 * `settled`: partitions of which no lot waited for its load when their last owner left them.
 */
export function noteBeyond(
  { memory, state }: Pick<JournalContext, 'memory' | 'state'>,
  rows: readonly LotRow[],
  looks: ReadonlyMap<number, LotInRedis>,
  settled: ReadonlySet<number>,
): void {
  for (const row of rows) {
    const look = looks.get(row.lotId);
    if (!look || look.epoch === null || look.seq === null) continue;
    const isCurrent = look.epoch === row.epoch && settled.has(state.partitions.of(row.lotId));
    if (look.seq > row.seq && !look.inLog && (look.epoch > row.epoch || isCurrent))
      memory.beyond.set(row.lotId, look.seq);
  }
}

/** Compares lots that are about to be loaded with what Redis shows of them. Logs and counts what is found. */
export async function findRewinds(context: JournalContext, lotIds: readonly number[]): Promise<Rewind[]> {
  const { connection, memory, state } = context;
  const looks = await state.lookAtLots(lotIds);
  const traces = new Map<number, CommittedTrace>();
  for (const lotId of lotIds) {
    const trace = (await tracesOf(context, state.partitions.of(lotId))).get(lotId);
    if (trace) traces.set(lotId, trace);
  }
  const suspects = looks.filter(
    ({ lotId, epoch }) => epoch !== null || traces.has(lotId) || memory.beyond.has(lotId),
  );
  // Read after Redis: what it shows cannot be newer than this by the journal's own commits.
  const heads = await connection.rewindHeads(suspects.map(({ lotId }) => lotId));
  const epochOf = new Map(looks.map(({ lotId, epoch }) => [lotId, epoch ?? 0]));
  const lacking = await lotsLacking(context, heads, traces);
  const rewinds: Rewind[] = [];
  for (const head of heads) {
    const { lotId } = head;
    const found = rewindOf(head, {
      epoch: Math.max(epochOf.get(lotId) ?? 0, traces.get(lotId)?.epoch ?? 0),
      committedSeq: memory.beyond.get(lotId) ?? null,
      entries: lacking.has(lotId) ? await lostEntries(context, head) : [],
    });
    memory.beyond.delete(lotId);
    if (found) rewinds.push(found);
  }
  report(context, rewinds);
  return rewinds;
}

function report(context: JournalContext, rewinds: readonly Rewind[]): void {
  if (rewinds.length === 0) return;
  const held = rewinds.filter(({ needsChoice }) => needsChoice).length;
  countEvent(context, 'rewoundLots', rewinds.length);
  countEvent(context, 'heldLots', held);
  context.log.error(
    { lots: rewinds.length, held, redisEpoch: Math.max(...rewinds.map(({ redisEpoch }) => redisEpoch)) },
    'PostgreSQL has an older state than Redis: its log wins, rooms whose answers may be lost are held for staff',
  );
}

/** Lots of which PostgreSQL lacks an entry that Redis shows as committed, or has another with its sequence. */
async function lotsLacking(
  { connection }: JournalContext,
  heads: readonly RewindHead[],
  traces: ReadonlyMap<number, CommittedTrace>,
): Promise<Set<number>> {
  const marks = heads.flatMap((head) =>
    [...(traces.get(head.lotId)?.newest ?? [])]
      .filter(([epoch]) => epoch > head.knownEpoch)
      .map(([, { seq, hash }]) => ({ lotId: head.lotId, seq, hash })),
  );
  const headOf = new Map(heads.map((head) => [head.lotId, head]));
  const within = marks.filter(({ lotId, seq }) => seq < (headOf.get(lotId)?.seq ?? 0));
  const hashes = await connection.hashesAt(within);
  const isStored = ({ lotId, seq, hash }: (typeof marks)[number]): boolean => {
    const head = headOf.get(lotId);
    return hash === (seq === head?.seq ? head.headHash : hashes.get(`${lotId}:${seq}`));
  };
  return new Set(marks.filter((mark) => !isStored(mark)).map(({ lotId }) => lotId));
}

/** The entries of the committed stream that PostgreSQL lacks, each once. */
async function lostEntries(
  { connection, state }: JournalContext,
  { lotId, knownEpoch, seq: headSeq, headHash }: RewindHead,
): Promise<CommittedEntry[]> {
  const shown = new Map<string, CommittedEntry>();
  for (const { message } of await state.retainedCommitted(state.partitions.of(lotId))) {
    if (message.type !== 'entries' || message.lotId !== lotId) continue;
    for (const one of message.entries)
      if (one.entry.epoch > knownEpoch) shown.set(`${one.entry.epoch}:${one.entry.seq}`, one);
  }
  const within = [...shown.values()].filter(({ entry }) => entry.seq < headSeq);
  const hashes = await connection.hashesAt(within.map(({ entry }) => ({ lotId, seq: entry.seq })));
  hashes.set(`${lotId}:${headSeq}`, headHash);
  return [...shown.values()].filter(({ entry, hash }) => hashes.get(`${lotId}:${entry.seq}`) !== hash);
}

/** Read once while the partition is owned: what this journal publishes itself is in PostgreSQL. */
async function tracesOf(
  { memory, state }: Pick<JournalContext, 'memory' | 'state'>,
  partition: number,
): Promise<ReadonlyMap<number, CommittedTrace>> {
  const read = memory.traces.get(partition);
  if (read) return read;
  const traces = new Map<number, CommittedTrace>();
  for (const { message } of await state.retainedCommitted(partition)) {
    if (message.type === 'beat') continue;
    const trace = traces.get(message.lotId) ?? { newest: new Map(), epoch: 0 };
    traces.set(message.lotId, trace);
    trace.epoch = Math.max(trace.epoch, message.epoch);
    const last = message.type === 'entries' ? message.entries.at(-1) : undefined;
    if (last && last.entry.seq >= (trace.newest.get(message.epoch)?.seq ?? 0))
      trace.newest.set(message.epoch, { seq: last.entry.seq, hash: last.hash });
  }
  memory.traces.set(partition, traces);
  return traces;
}
