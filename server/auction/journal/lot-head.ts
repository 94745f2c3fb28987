import type { AuctionEntry } from '#shared/auction/entries.ts';
import { applyToCourse, dueUs, type Course } from '../rules/course.ts';
import type { LogRecord } from '../state/contract.ts';
import type { LotRow } from '../state/auction-log.repository.ts';

/** A lot's committed head, cached by the journal. */
export type LotHead = Course &
  Pick<
    LotRow,
    | 'lotId'
    | 'terms'
    | 'lastLogId'
    | 'headHash'
    | 'pauseReason'
    | 'dueUs'
    | 'applicants'
    | 'winner'
    | 'winnerNumber'
  >;

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
  if (entry.kind === 'price') checkPrice(head, entry);
  applyToCourse(head, entry);
  applyOwn(head, entry);
  head.lastLogId = record.logId;
  head.headHash = hash;
  head.dueUs = dueUs(head, head.terms.opensAtMs);
}

/** What the row says beyond the course. */
function applyOwn(head: LotHead, entry: AuctionEntry): void {
  switch (entry.kind) {
    case 'admitted':
      head.applicants += 1;
      return;
    case 'revoked':
      // A withdrawal may be followed by a ban: the person is subtracted once.
      if (entry.counted !== false) head.applicants = Math.max(0, head.applicants - 1);
      return;
    case 'suspended':
      head.pauseReason = entry.reason;
      return;
    case 'resumed':
      head.pauseReason = null;
      return;
    case 'closed':
      head.pauseReason = null;
      head.winner = entry.winner;
      head.winnerNumber = entry.winnerNumber;
      return;
    default:
  }
}

function checkPrice(head: LotHead, entry: Extract<AuctionEntry, { kind: 'price' }>): void {
  if (head.phase !== 'running') throw new BrokenLog(head.lotId, `a price while the room is ${head.phase}`);
  if (head.priceTiyin !== null && entry.amountTiyin <= head.priceTiyin) {
    throw new BrokenLog(head.lotId, `price ${entry.amountTiyin} does not rise above ${head.priceTiyin}`);
  }
  if (entry.count !== head.count + 1)
    throw new BrokenLog(head.lotId, `price ${entry.count} follows price ${head.count}`);
  if (entry.atUs >= head.deadlineUs) throw new BrokenLog(head.lotId, 'a price at or after the deadline');
  if (entry.deadlineUs < head.deadlineUs) throw new BrokenLog(head.lotId, 'a price moved the deadline back');
}
