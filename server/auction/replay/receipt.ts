import type { RefusalReason } from '#shared/auction/refusals.ts';
import type { Receipt } from '#shared/trust/receipt.ts';
import { applyEntry, initialState, suggestedIn } from '../rules/fold.ts';
import { publicChain } from '../rules/public-entries.ts';
import type { AuctionLogRepository, LotRow } from '../state/auction-log.repository.ts';
import type { OwnAttemptsRepository } from '../state/own-attempts.repository.ts';
import { committedEntries } from './public-log.ts';

export interface ReceiptSources {
  log: Pick<AuctionLogRepository, 'readLot' | 'readEntries' | 'findBid'>;
  attempts: Pick<OwnAttemptsRepository, 'answerTo' | 'receivedAtUs'>;
}

type Answered = Pick<
  Receipt,
  'command' | 'amountTiyin' | 'verdict' | 'reason' | 'receivedAtUs' | 'decidedAtUs' | 'seq' | 'salt'
>;

/**
 * What there is to say of a participant's command, from rows that never change. `undecided`: it had no answer, and the room is not
 * closed. null: no such command is recorded.
 */
export async function receiptOf(
  sources: ReceiptSources,
  asked: { lotId: number; person: string; bidId: string },
): Promise<Receipt | 'undecided' | null> {
  const { lotId, person, bidId } = asked;
  const lot = await sources.log.readLot(lotId);
  if (!lot) return null;
  const answered = (await acceptedOf(sources, asked)) ?? (await recordedOf(sources, asked, lot));
  if (answered === null || answered === 'undecided') return answered;
  const room = await roomAt(sources.log, lot, person, answered);
  return { lotId, bidId, ...answered, ...room };
}

/** A command that is in the log. */
async function acceptedOf(
  { log, attempts }: ReceiptSources,
  { lotId, person, bidId }: { lotId: number; person: string; bidId: string },
): Promise<Answered | null> {
  const found = await log.findBid(lotId, person, bidId);
  if (!found) return null;
  const { entry, seq, maximumTiyin, matched } = found;
  const isAuto = entry.kind === 'autoSet';
  const [committed] = isAuto ? await log.readEntries(lotId, seq - 1, 1) : [];
  return {
    command: entry.kind === 'price' ? 'place' : isAuto ? 'set-auto' : 'clear-auto',
    amountTiyin: entry.kind === 'price' ? entry.amountTiyin : maximumTiyin,
    verdict: matched ? 'refused' : 'accepted',
    reason: matched ? 'matched' : null,
    receivedAtUs: await attempts.receivedAtUs(lotId, seq),
    decidedAtUs: entry.atUs,
    seq,
    salt: committed?.secret?.salt ?? null,
  };
}

async function recordedOf(
  { attempts }: ReceiptSources,
  { lotId, person, bidId }: { lotId: number; person: string; bidId: string },
  lot: LotRow,
): Promise<Answered | 'undecided' | null> {
  const found = await attempts.answerTo(lotId, person, bidId);
  if (!found) return null;
  if (found.verdict === 'unknown' && lot.phase !== 'closed') return 'undecided';
  const { command, amountTiyin, atUs: receivedAtUs, decidedAtUs } = found;
  const refused = found.verdict === 'refused';
  return {
    command,
    amountTiyin,
    verdict: refused ? 'refused' : 'not-placed',
    reason: refused ? (found.reason as RefusalReason) : null,
    receivedAtUs,
    decidedAtUs,
    // Beyond the log: of a branch that was dropped.
    seq: found.seq === null || found.seq > lot.seq ? null : found.seq,
    salt: null,
  };
}

/** The room as it was when the command was judged. */
async function roomAt(
  log: Pick<AuctionLogRepository, 'readEntries'>,
  lot: LotRow,
  person: string,
  { seq, verdict, salt }: Answered,
): Promise<Pick<Receipt, 'number' | 'logHash' | 'leastTiyin' | 'deadlineUs' | 'previousHash'>> {
  const chain = publicChain(lot.termsHash);
  let previousHash = chain.head();
  const state = initialState(lot.terms, lot.epoch);
  const judgedBy = seq === null ? null : verdict === 'accepted' ? seq - 1 : seq;
  let before = judgedBy === 0 ? { leastTiyin: suggestedIn(state), deadlineUs: state.deadlineUs } : null;
  for await (const { entry, secret } of committedEntries(log, lot.lotId, seq ?? lot.seq)) {
    previousHash = chain.head();
    chain.link(entry);
    applyEntry(state, entry, secret);
    if (entry.seq === judgedBy) before = { leastTiyin: suggestedIn(state), deadlineUs: state.deadlineUs };
  }
  return {
    number: state.bidders[person]?.number ?? null,
    logHash: seq === null ? null : chain.head(),
    leastTiyin: before?.leastTiyin ?? null,
    deadlineUs: before?.deadlineUs ?? null,
    previousHash: salt === null ? null : previousHash,
  };
}
