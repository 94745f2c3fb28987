import type { HammerOutcome } from '#shared/auction/refusals.ts';
import { hammer } from './hammer.ts';
import { openIfDue } from './opening.ts';
import { resume } from './pauses.ts';
import type { Room } from './room.ts';
import type { CloseVerdict } from './verdicts.ts';

/** Does whatever is due. Anyone may ask, any number of times, however late: the last price before the deadline wins. */
export function close(room: Room, held: boolean): CloseVerdict {
  const { state } = room;
  if (state.outcome !== null) return closed(room, state.outcome, true);
  if (held) return room.declined('held');
  openIfDue(room);
  if (state.phase === 'paused' && state.resumeAtUs !== null && room.nowUs >= state.resumeAtUs) resume(room);
  closeIfLate(room);
  if (state.outcome !== null) return closed(room, state.outcome, false);
  const { epoch, seq, phase } = state;
  return { verdict: 'not-due', epoch, seq, repeated: false, dueAtUs: dueAtUs(room), phase };
}

/** The hammer falls with whatever comes first after the deadline: nobody is told `closed` before the log says so. */
export function closeIfLate(room: Room): void {
  if (room.late) hammer(room, outcomeOf(room));
}

function closed(room: Room, outcome: HammerOutcome, again: boolean): CloseVerdict {
  const { epoch, seq } = room.state;
  return { verdict: 'closed', epoch, seq, repeated: again, outcome, repeatedClose: again };
}

/** When something next happens by itself; 0: never. */
function dueAtUs(room: Room): number {
  const { state } = room;
  if (state.phase === 'waiting') return room.opensAtUs;
  return state.phase === 'running' ? state.deadlineUs : (state.resumeAtUs ?? 0);
}

function outcomeOf(room: Room): HammerOutcome {
  const { rules } = room.state.terms;
  const { count, at } = rules.minParticipants;
  if (at === 'close' && room.participants() < count) return 'not-held';
  return room.state.priceTiyin === null ? 'no-price-given' : 'sold';
}
