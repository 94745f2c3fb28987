import { deadlineAfterLoss } from '#shared/auction/overtime.ts';
import { settle } from './auto-bids.ts';
import { openIfDue } from './opening.ts';
import type { ControlCommand } from './room-commands.ts';
import type { CommandExecution } from './command-execution.ts';
import type { ControlVerdict } from './verdicts.ts';

/**
 * Ends a pause: restores the lost time, auto-bids act again. A room paused beyond its opening opens now. Who comes back has a
 * window after each pause, whatever grace the room has had.
 */
export function resume(room: CommandExecution): void {
  const { state } = room;
  const { started } = state;
  const from = Math.max(state.pausedAtUs ?? room.nowUs, room.opensAtUs);
  const pausedUs = Math.max(0, room.nowUs - from);
  const selling = started || room.nowUs >= room.opensAtUs;
  const deadlineUs = selling
    ? deadlineAfterLoss(state.terms.rules, { ...state, graceUs: 0 }, pausedUs, room.nowUs)
    : state.deadlineUs;
  room.append({ kind: 'resumed', cause: state.pauseCause ?? 'staff', deadlineUs, pausedUs });
  if (started) settle(room, '');
  else openIfDue(room);
}

/**
 * After a stall, a rebuild or an outage. Waiting and paused rooms need nothing: their time is not running. A room whose
 * deadline was before the outage has ended and only remains to be closed. One that is held is paused in every phase. No time
 * is given back twice, and all stalls and rebuilds of a room together give one window of grace: however often they come, it
 * ends.
 */
export function recover(
  room: CommandExecution,
  command: Extract<ControlCommand, { kind: 'recover' }>,
): ControlVerdict {
  const { state } = room;
  if (state.phase === 'closed') return room.declined('closed');
  if (command.mode === 'hold') return hold(room, command.outageFromUs);
  openIfDue(room);
  if (state.phase !== 'running' || state.deadlineUs <= command.outageFromUs) return room.done(true);
  const fromUs = lostFrom(room, command.outageFromUs);
  if (command.mode === 'outage') {
    const { resumeAtUs } = command;
    room.asOf(fromUs, () => room.append({ kind: 'suspended', cause: 'outage', reason: '', resumeAtUs }));
  } else {
    const outageUs = room.nowUs - fromUs;
    const deadlineUs = deadlineAfterLoss(state.terms.rules, state, outageUs, room.nowUs);
    room.append({ kind: 'deadlineMoved', cause: command.mode, reason: '', deadlineUs, outageUs });
  }
  return room.done();
}

/** Nothing happens by itself any more, be it an opening, the hammer or a resumption. */
function hold(room: CommandExecution, outageFromUs: number): ControlVerdict {
  const { state } = room;
  if (state.phase === 'paused' && state.resumeAtUs === null) return room.done(true);
  const fromUs = lostFrom(room, outageFromUs);
  room.asOf(fromUs, () => room.append({ kind: 'suspended', cause: 'outage', reason: '', resumeAtUs: null }));
  return room.done();
}

/** Since when the room lost time that it has not got back. */
const lostFrom = ({ nowUs, opensAtUs, state }: CommandExecution, outageFromUs: number): number =>
  Math.min(nowUs, Math.max(outageFromUs, opensAtUs, state.restoredToUs));
