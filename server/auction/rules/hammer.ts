import type { HammerOutcome } from '#shared/auction/refusals.ts';
import type { CommandExecution } from './command-execution.ts';

/**
 * The hammer entry. Prices remain in the log; unless sold they are void, and no winner is named. A revoked leader counts as
 * declining, and a revoked participant is never the reserve.
 */
export function hammer(room: CommandExecution, outcome: HammerOutcome, reason = ''): void {
  const { state } = room;
  const sold = outcome === 'sold';
  const reserve = sold && state.reserve && room.barred(state.reserve.person) === null ? state.reserve : null;
  room.append({
    kind: 'closed',
    outcome,
    winner: sold ? state.leader : null,
    winnerNumber: sold ? state.leaderNumber : null,
    priceTiyin: sold ? state.priceTiyin : null,
    reserve: reserve?.person ?? null,
    reserveNumber: reserve?.number ?? null,
    reservePriceTiyin: reserve?.amountTiyin ?? null,
    participants: room.participants(),
    winnerDeclines: sold && state.leader !== null && room.barred(state.leader) !== null,
    reason,
  });
}
