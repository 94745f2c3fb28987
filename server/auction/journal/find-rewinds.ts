import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { LotInRedis } from '../state/contract.ts';
import type { LotRow } from '../state/auction-log.repository.ts';
import { countEvent, type JournalContext } from './journal-memory.ts';
import { rewindOf, type CommittedTrace, type Rewind, type RewindHead } from './rewind.ts';

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
