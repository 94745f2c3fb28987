import { MAX_TIYIN } from '#shared/auction/rules.ts';
import { needsConfirming } from '#shared/auction/jumps.ts';
import { limitsMaximum, limitsOffer, withinLimit } from '#shared/auction/limits.ts';
import { outbid, settle } from './auto-bids.ts';
import { commitmentOf } from './canonical.ts';
import type { BidCommand } from './room-commands.ts';
import { mostIn, suggestedIn } from './fold.ts';
import type { CommandExecution } from './command-execution.ts';
import type { BidVerdict } from './verdicts.ts';

type Place = Extract<BidCommand, { kind: 'place' }>;
type SetAuto = Extract<BidCommand, { kind: 'setAuto' }>;
type ClearAuto = Extract<BidCommand, { kind: 'clearAuto' }>;

export function place(room: CommandExecution, command: Place): BidVerdict {
  const { state } = room;
  const { person, amountTiyin, bidId } = command;
  if (state.phase === 'waiting') return room.refused('not-open-yet');
  if (state.phase === 'closed') return room.refused('closed');
  if (state.phase === 'paused') return room.refused('suspended');
  const barred = room.barred(person);
  if (barred) return room.refused(barred);
  const suggested = suggestedIn(state);
  if (amountTiyin > MAX_TIYIN || suggested === 0) return room.refused('too-large');
  if (state.leader === person && !state.terms.rules.leaderMayRaise) return room.refused('already-leading');
  if (amountTiyin < suggested) return room.refused('below-suggested');
  const { rules } = state.terms;
  const limitTiyin = state.bidders[person]?.limitTiyin ?? null;
  const limited = limitsOffer(rules, state.count + 1, amountTiyin > suggested);
  if (limitTiyin !== null && limited && amountTiyin > limitTiyin)
    return room.refused('limit-exceeded', { limitTiyin });
  const mostTiyin = mostIn(state, 'offer');
  if (mostTiyin !== null && amountTiyin > mostTiyin) return room.refused('too-far', { mostTiyin });
  if (needsConfirming(rules, amountTiyin, suggested) && command.confirmed !== true)
    return room.refused('confirm-jump');

  const rival = room.awake().find((auto) => auto.person !== person);
  if (rival?.maximumTiyin === amountTiyin) {
    room.confirm(rival.person, amountTiyin, 'auto', bidId);
    return room.refused('matched');
  }
  room.confirm(person, amountTiyin, 'offer', bidId);
  const own = { seq: state.seq, atUs: room.nowUs, amountTiyin, kind: 'price' } as const;
  if (rival && rival.maximumTiyin > amountTiyin) outbid(room, rival, bidId);
  return room.accepted(person, own);
}

export function setAuto(room: CommandExecution, command: SetAuto): BidVerdict {
  const { state } = room;
  const { person, maximumTiyin, bidId, salt } = command;
  if (state.phase === 'closed') return room.refused('closed');
  if (state.phase === 'paused') return room.refused('suspended');
  const barred = room.barred(person);
  if (barred) return room.refused(barred);
  const suggested = suggestedIn(state);
  if (maximumTiyin > MAX_TIYIN || suggested === 0) return room.refused('too-large');
  // A leader's maximum may equal the own price; anyone else's must be able to lead.
  const least = state.leader === person && state.priceTiyin !== null ? state.priceTiyin : suggested;
  if (maximumTiyin < least) return room.refused('below-suggested', { suggestedTiyin: least });

  const { rules } = state.terms;
  const bidder = state.bidders[person];
  const limitTiyin = bidder?.limitTiyin ?? null;
  if (rules.limitOffStep === true && limitTiyin !== null && maximumTiyin > limitTiyin)
    return room.refused('limit-exceeded', { limitTiyin });
  const mostTiyin = mostIn(state, 'maximum');
  if (mostTiyin !== null && maximumTiyin > mostTiyin) return room.refused('too-far', { mostTiyin });

  const asleep = limitsMaximum(rules, state.count + 1) && !withinLimit(limitTiyin, maximumTiyin);
  const commitment = commitmentOf(maximumTiyin, salt);
  room.append(
    { kind: 'autoSet', person, number: bidder?.number ?? 0, bidId, commitment, asleep },
    { maximumTiyin, salt },
  );
  const own = { seq: state.seq, atUs: room.nowUs, amountTiyin: maximumTiyin, kind: 'autoSet' } as const;
  const matched = state.phase === 'running' ? settle(room, bidId) : null;
  return matched === person ? room.refused('matched') : room.accepted(person, own);
}

/** Also allowed in a pause. Appends an entry even if there is no auto-bid: a repeat must not clear one set since. */
export function clearAuto(room: CommandExecution, command: ClearAuto): BidVerdict {
  const { state } = room;
  const { person, bidId } = command;
  if (state.phase === 'closed') return room.refused('closed');
  const barred = room.barred(person);
  if (barred) return room.refused(barred);
  room.append({ kind: 'autoCleared', person, number: state.bidders[person]?.number ?? 0, bidId });
  return room.accepted(person, { seq: state.seq, atUs: room.nowUs, amountTiyin: 0, kind: 'autoCleared' });
}
