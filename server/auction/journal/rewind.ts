import type { CommittedEntry } from '#shared/auction/entries.ts';

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
    lotId: head.lotId,
    redisEpoch: Math.max(epoch, head.epoch),
    lostThrough,
    needsChoice,
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
