import { limitsMaximum, withinLimit } from '#shared/auction/limits.ts';
import { settle } from './auto-bids.ts';
import { closeIfLate } from './closing.ts';
import { hammer } from './hammer.ts';
import { openIfDue } from './opening.ts';
import type { ControlCommand } from './room-commands.ts';
import { resume } from './pauses.ts';
import type { CommandExecution } from './command-execution.ts';
import type { ControlVerdict } from './verdicts.ts';

/** All commands of staff and domains. After the deadline the hammer falls and the answer is `closed`. */
export function control(
  room: CommandExecution,
  command: Exclude<ControlCommand, { kind: 'recover' }>,
): ControlVerdict {
  openIfDue(room);
  closeIfLate(room);
  const { state } = room;
  if (state.phase === 'closed') {
    const again = command.kind === 'withdraw' && state.outcome === 'withdrawn';
    return again ? room.done(true) : room.declined('closed');
  }
  switch (command.kind) {
    case 'admit':
      return admit(room, command);
    case 'setLimit':
      return setLimit(room, command);
    case 'revoke':
      return revoke(room, command);
    case 'suspend':
      if (state.phase === 'paused' && state.pauseCause === 'staff' && state.resumeAtUs === null)
        return room.done(true);
      room.append({ kind: 'suspended', cause: 'staff', reason: command.reason, resumeAtUs: null });
      return room.done();
    case 'resume':
      if (state.phase !== 'paused') return room.done(true);
      return resumeOrSchedule(room, command);
    case 'extend': {
      const { deadlineUs, reason } = command;
      if (!state.started) return room.declined('not-open-yet');
      if (deadlineUs <= state.deadlineUs) return room.done(true);
      room.append({ kind: 'deadlineMoved', cause: 'staff', reason, deadlineUs, outageUs: 0 });
      return room.done();
    }
    case 'withdraw':
      if (command.unlessPriced && state.priceTiyin !== null) return room.declined('already-bidding');
      hammer(room, 'withdrawn', command.reason);
      return room.done();
  }
}

/** With an instant in the future the pause continues and ends automatically then. */
function resumeOrSchedule(
  room: CommandExecution,
  command: Extract<ControlCommand, { kind: 'resume' }>,
): ControlVerdict {
  const { resumeAtUs, reason = '' } = command;
  if (resumeAtUs === undefined || resumeAtUs <= room.nowUs) {
    resume(room);
    return room.done();
  }
  if (room.state.resumeAtUs === resumeAtUs) return room.done(true);
  room.append({ kind: 'suspended', cause: 'staff', reason, resumeAtUs });
  return room.done();
}

/** The first admission remains in force. A person who withdrew may be admitted again, one who was banned may not. */
function admit(room: CommandExecution, command: Extract<ControlCommand, { kind: 'admit' }>): ControlVerdict {
  const { person, number, limitTiyin } = command;
  const bidder = room.state.bidders[person];
  if (bidder?.revoked === '') return room.done(true);
  if (bidder?.revoked === 'ban') return room.declined('revoked');
  room.append({ kind: 'admitted', person, number, limitTiyin });
  return room.done();
}

function setLimit(
  room: CommandExecution,
  command: Extract<ControlCommand, { kind: 'setLimit' }>,
): ControlVerdict {
  const { person, limitTiyin } = command;
  const { state } = room;
  const barred = room.barred(person);
  if (barred) return room.declined(barred);
  if (state.bidders[person]?.limitTiyin === limitTiyin) return room.done(true);
  const auto = state.autos[person];
  const limited = limitsMaximum(state.terms.rules, state.count + 1);
  const asleep = auto !== undefined && limited && !withinLimit(limitTiyin, auto.maximumTiyin);
  const slept = auto !== undefined && !auto.asleep && asleep;
  const woke = auto !== undefined && auto.asleep && !asleep;
  room.append({ kind: 'limitSet', person, limitTiyin, slept, woke });
  if (woke && state.phase === 'running') settle(room, '');
  return room.done();
}

/** Confirmed prices remain; a ban overrides a withdrawal. */
function revoke(
  room: CommandExecution,
  command: Extract<ControlCommand, { kind: 'revoke' }>,
): ControlVerdict {
  const { person, cause } = command;
  const bidder = room.state.bidders[person];
  if (!bidder) return room.declined('not-admitted');
  if (bidder.revoked === cause || bidder.revoked === 'ban') return room.done(true);
  const { leader, reserve, autos, phase } = room.state;
  if (command.onlyUnopened && phase !== 'waiting') return room.declined('already-bidding');
  const bidding = leader === person || reserve?.person === person || autos[person] !== undefined;
  if (command.onlyIdle && bidding) return room.declined('already-bidding');
  const isPrevented = command.unlessLeading
    ? leader === person || isNeeded(room, person)
    : command.onlyIdle && isNeeded(room, person);
  if (isPrevented) return room.declined('already-leading');
  room.append({ kind: 'revoked', person, cause, counted: bidder.revoked === '' });
  return room.done();
}

/** Without this person too few would remain at the close, and the confirmed prices would be void. */
function isNeeded(room: CommandExecution, person: string): boolean {
  const { terms, count, bidders } = room.state;
  const { at, count: least } = terms.rules.minParticipants;
  return bidders[person]?.revoked === '' && count > 0 && at === 'close' && room.participants() === least;
}
