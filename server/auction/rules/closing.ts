import type { HammerOutcome } from '#shared/auction/refusals.ts';
import { dueUs } from './course.ts';
import { hammer } from './hammer.ts';
import { openIfDue } from './opening.ts';
import { resume } from './pauses.ts';
import type { CommandExecution } from './command-execution.ts';
import type { CloseVerdict } from './verdicts.ts';

/** Executes what is due. Safe at any time and any number of times: the last price before the deadline wins. */
export function close(room: CommandExecution, held: boolean): CloseVerdict {
  const { state } = room;
  if (state.outcome !== null) return closed(room, state.outcome, true);
  if (held) return room.declined('held');
  openIfDue(room);
  if (state.phase === 'paused' && state.resumeAtUs !== null && room.nowUs >= state.resumeAtUs) resume(room);
  closeIfLate(room);
  if (state.outcome !== null) return closed(room, state.outcome, false);
  const { epoch, seq, phase } = state;
  return {
    verdict: 'not-due',
    epoch,
    seq,
    repeated: false,
    dueAtUs: dueUs(state, state.terms.opensAtMs) ?? 0,
    phase,
  };
}

/** The first command after the deadline brings the hammer, so that no answer says `closed` before the log does. */
export function closeIfLate(room: CommandExecution): void {
  if (room.late) hammer(room, outcomeOf(room));
}

function closed(room: CommandExecution, outcome: HammerOutcome, again: boolean): CloseVerdict {
  const { epoch, seq } = room.state;
  return { verdict: 'closed', epoch, seq, repeated: again, outcome, repeatedClose: again };
}

function outcomeOf(room: CommandExecution): HammerOutcome {
  const { rules } = room.state.terms;
  const { count, at } = rules.minParticipants;
  if (at === 'close' && room.participants() < count) return 'not-held';
  return room.state.priceTiyin === null ? 'no-price-given' : 'sold';
}
