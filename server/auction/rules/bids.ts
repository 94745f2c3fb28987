import { MAX_TIYIN } from '#shared/auction/rules.ts';
import { needsConfirming } from '#shared/auction/jumps.ts';
import { limitsMaximum, limitsOffer, withinLimit } from '#shared/auction/limits.ts';
import { outbid, settle } from './auto-bids.ts';
import { commitmentOf } from './canonical.ts';
import type { BidCommand } from './commands.ts';
import { mostIn, suggestedIn } from './fold.ts';
import type { Room } from './room.ts';
import type { BidVerdict } from './verdicts.ts';

type Place = Extract<BidCommand, { kind: 'place' }>;
type SetAuto = Extract<BidCommand, { kind: 'setAuto' }>;
type ClearAuto = Extract<BidCommand, { kind: 'clearAuto' }>;

export function place(room: Room, command: Place): BidVerdict {
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

export function setAuto(room: Room, command: SetAuto): BidVerdict {
  const { state } = room;
  const { person, maximumTiyin, bidId, salt } = command;
  if (state.phase === 'closed') return room.refused('closed');
  if (state.phase === 'paused') return room.refused('suspended');
  const barred = room.barred(person);
  if (barred) return room.refused(barred);
  const suggested = suggestedIn(state);
  if (maximumTiyin > MAX_TIYIN || suggested === 0) return room.refused('too-large');
  // A leader defends the own price; anyone else must be able to lead.
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

/** Allowed in a pause, too. Clearing nothing is an entry as well: a repeat must not clear what was set since. */
export function clearAuto(room: Room, command: ClearAuto): BidVerdict {
  const { state } = room;
  const { person, bidId } = command;
  if (state.phase === 'closed') return room.refused('closed');
  const barred = room.barred(person);
  if (barred) return room.refused(barred);
  room.append({ kind: 'autoCleared', person, number: state.bidders[person]?.number ?? 0, bidId });
  return room.accepted(person, { seq: state.seq, atUs: room.nowUs, amountTiyin: 0, kind: 'autoCleared' });
}
