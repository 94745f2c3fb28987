import type { HammerOutcome } from '#shared/auction/refusals.ts';
import type { Room } from './room.ts';

/** The hammer entry. Prices stay in the log; unless sold they are void, and nobody is named. */
export function hammer(room: Room, outcome: HammerOutcome, reason = ''): void {
  const { state } = room;
  const sold = outcome === 'sold';
  room.append({
    kind: 'closed',
    outcome,
    winner: sold ? state.leader : null,
    winnerNumber: sold ? state.leaderNumber : null,
    priceTiyin: sold ? state.priceTiyin : null,
    reserve: sold && state.reserve ? state.reserve.person : null,
    reserveNumber: sold && state.reserve ? state.reserve.number : null,
    reservePriceTiyin: sold && state.reserve ? state.reserve.amountTiyin : null,
    participants: room.participants(),
    winnerDeclines: sold && state.leader !== null && room.barred(state.leader) !== null,
    reason,
  });
}
