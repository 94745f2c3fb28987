import type { BidAnswer } from '#shared/realtime/room.ts';
import type { RefusalReason } from '#shared/auction/refusals.ts';
import type { StoredBid } from '../state/auction-log.repository.ts';
import type { BidVerdict } from '../state/contract.ts';
import { suggestedIn } from './audience-view.ts';
import type { RoomView } from './room-view.ts';

/** A script's verdict as the answer sent to the bidder. */
export function answerOf(verdict: BidVerdict, bidId: string): BidAnswer {
  if (verdict.verdict === 'accepted') {
    return {
      verdict: 'accepted',
      bidId,
      epoch: verdict.epoch,
      seq: verdict.ownSeq,
      amountTiyin: verdict.amountTiyin,
      atMs: verdict.atUs / 1000,
      suggestedTiyin: verdict.suggestedTiyin,
      deadlineMs: verdict.deadlineUs / 1000,
      leading: verdict.leading,
      asleep: verdict.asleep,
      repeated: verdict.repeated,
    };
  }
  return {
    verdict: 'refused',
    bidId,
    reason: verdict.reason,
    epoch: verdict.epoch,
    seq: verdict.seq,
    atMs: verdict.atUs / 1000,
    suggestedTiyin: verdict.suggestedTiyin,
    limitTiyin: verdict.limitTiyin,
    mostTiyin: verdict.mostTiyin,
    deadlineMs: verdict.deadlineUs / 1000,
    repeated: verdict.repeated,
    ...(verdict.headHash !== undefined && { headHash: verdict.headHash }),
  };
}

/** A refusal not made by a script, with the figures of the committed view (null: there is no such room). */
export function refusalOf(
  reason: RefusalReason,
  bidId: string,
  view: RoomView | null,
  atMs: number,
): Extract<BidAnswer, { verdict: 'refused' }> {
  return {
    verdict: 'refused',
    bidId,
    reason,
    epoch: view?.epoch ?? 0,
    seq: view?.seq ?? 0,
    atMs,
    suggestedTiyin: view && view.phase !== 'closed' ? suggestedIn(view) : 0,
    limitTiyin: 0,
    mostTiyin: 0,
    deadlineMs: view ? view.deadlineUs / 1000 : 0,
    repeated: false,
  };
}

/** Nothing was placed, and a repeat may be: said to everybody, for this node may not have seen an admission yet. */
const REPEATABLE: ReadonlySet<RefusalReason> = new Set(['held', 'fenced', 'unreachable']);

/**
 * What a person is answered about a room that they were never admitted to and may not watch: nothing of it, as where there is
 * none. Made of the answer, not before the command is judged, so that an admission of this instant counts.
 */
export function withoutHiddenRoom(answer: BidAnswer, view: RoomView, person: string): BidAnswer {
  if (answer.verdict !== 'refused' || view.terms.watchable || view.bidders[person]) return answer;
  const { reason, bidId, atMs } = answer;
  return refusalOf(REPEATABLE.has(reason) ? reason : 'unknown-lot', bidId, null, atMs);
}

/** The answer to an accepted command read from PostgreSQL. Suggested price, deadline and leading are current values. */
export function answerOfStored(
  stored: StoredBid,
  bidId: string,
  view: RoomView,
  repeated: boolean,
): BidAnswer {
  const { entry } = stored;
  return {
    verdict: 'accepted',
    bidId,
    epoch: stored.epoch,
    seq: stored.seq,
    amountTiyin: entry.kind === 'price' ? entry.amountTiyin : (stored.maximumTiyin ?? 0),
    atMs: entry.atUs / 1000,
    suggestedTiyin: suggestedIn(view),
    deadlineMs: view.deadlineUs / 1000,
    leading: view.leader === entry.person,
    asleep: entry.kind === 'autoSet' && entry.asleep,
    repeated,
  };
}

/** The same answer as Redis has it by its id. */
export const acceptedIdOf = ({ seq, maximumTiyin, entry }: StoredBid) => ({
  seq,
  amountTiyin: entry.kind === 'price' ? entry.amountTiyin : (maximumTiyin ?? 0),
  kind: entry.kind,
  atUs: entry.atUs,
});
