import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { LogRecord } from '../state/contract.ts';
import type { LotRow } from '../state/auction-log.repository.ts';

/** The columns of a lot's row that change with every commit, cached by the journal. */
export type LotHead = Pick<
  LotRow,
  | 'lotId'
  | 'epoch'
  | 'seq'
  | 'lastLogId'
  | 'headHash'
  | 'phase'
  | 'started'
  | 'pauseCause'
  | 'pauseReason'
  | 'dueUs'
  | 'deadlineUs'
  | 'priceTiyin'
  | 'count'
  | 'leader'
  | 'leaderNumber'
  | 'extensions'
  | 'applicants'
  | 'outcome'
  | 'winner'
  | 'winnerNumber'
> & { opensAtUs: number };

export const headOf = (row: LotRow): LotHead => ({ ...row, opensAtUs: row.terms.opensAtMs * 1000 });

/** The log contains what no run of the rules could have written. The lot is rebuilt or stopped; nothing is guessed. */
export class BrokenLog extends Error {
  readonly lotId: number;
  constructor(lotId: number, because: string) {
    super(because);
    this.name = 'BrokenLog';
    this.lotId = lotId;
  }
}

/** A record's relation to the committed head. */
export type RecordStatus = 'next' | 'already-committed' | 'other-epoch' | 'broken-chain';

export function recordStatus(head: LotHead, record: LogRecord): RecordStatus {
  const { entry } = record;
  if (entry.epoch !== head.epoch) return 'other-epoch';
  if (entry.seq <= head.seq) return 'already-committed';
  if (entry.seq !== head.seq + 1 || record.prevLogId !== head.lastLogId) return 'broken-chain';
  return 'next';
}

/**
 * Advances the head by one entry. Throws BrokenLog and leaves the head unchanged for an entry that no run of the rules
 * could have made: a price that does not rise, a price at or after the deadline, anything after the hammer.
 */
export function advance(head: LotHead, record: LogRecord, hash: string): void {
  const { entry } = record;
  if (head.phase === 'closed') throw new BrokenLog(head.lotId, `${entry.kind} after the hammer`);
  apply(head, entry);
  head.seq = entry.seq;
  head.lastLogId = record.logId;
  head.headHash = hash;
  head.dueUs = nextDueUs(head, entry);
}

function nextDueUs(head: LotHead, entry: AuctionEntry): number | null {
  switch (head.phase) {
    case 'waiting':
      return head.opensAtUs;
    case 'running':
      return head.deadlineUs;
    case 'paused':
      return entry.kind === 'suspended' ? entry.resumeAtUs : head.dueUs;
    case 'closed':
      return null;
  }
}

function apply(head: LotHead, entry: AuctionEntry): void {
  switch (entry.kind) {
    case 'admitted':
      head.applicants += 1;
      return;
    case 'revoked':
      // A withdrawal may be followed by a ban: the person is subtracted once.
      if (entry.counted !== false) head.applicants = Math.max(0, head.applicants - 1);
      return;
    case 'limitSet':
    case 'autoSet':
    case 'autoCleared':
      return;
    case 'opened':
      head.phase = 'running';
      head.started = true;
      return;
    case 'price':
      return applyPrice(head, entry);
    case 'suspended':
      head.phase = 'paused';
      head.pauseCause = entry.cause;
      head.pauseReason = entry.reason;
      return;
    case 'resumed':
      head.phase = head.started ? 'running' : 'waiting';
      head.pauseCause = null;
      head.pauseReason = null;
      head.deadlineUs = entry.deadlineUs;
      return;
    case 'deadlineMoved':
      head.deadlineUs = entry.deadlineUs;
      return;
    case 'closed':
      head.phase = 'closed';
      head.pauseCause = null;
      head.pauseReason = null;
      head.outcome = entry.outcome;
      head.winner = entry.winner;
      head.winnerNumber = entry.winnerNumber;
      return;
  }
}

function applyPrice(head: LotHead, entry: Extract<AuctionEntry, { kind: 'price' }>): void {
  if (head.phase !== 'running') throw new BrokenLog(head.lotId, `a price while the room is ${head.phase}`);
  if (head.priceTiyin !== null && entry.amountTiyin <= head.priceTiyin) {
    throw new BrokenLog(head.lotId, `price ${entry.amountTiyin} does not rise above ${head.priceTiyin}`);
  }
  if (entry.count !== head.count + 1)
    throw new BrokenLog(head.lotId, `price ${entry.count} follows price ${head.count}`);
  if (entry.atUs >= head.deadlineUs) throw new BrokenLog(head.lotId, 'a price at or after the deadline');
  if (entry.deadlineUs < head.deadlineUs) throw new BrokenLog(head.lotId, 'a price moved the deadline back');
  head.priceTiyin = entry.amountTiyin;
  head.count = entry.count;
  head.leader = entry.person;
  head.leaderNumber = entry.number;
  head.deadlineUs = entry.deadlineUs;
  if (entry.extended) head.extensions += 1;
}
