import { place, clearAuto, setAuto } from './bids.ts';
import { close, closeIfLate } from './closing.ts';
import {
  contentOf,
  recordedContentOf,
  type BidCommand,
  type Command,
  type FindCommand,
} from './room-commands.ts';
import type { Refusal, RefusalMemory, VerdictOf } from './room-commands.ts';
import { control } from './controls.ts';
import { cloneState } from './fold.ts';
import type { LotState } from './lot-state.ts';
import { openIfDue } from './opening.ts';
import { refusalPlace } from './refusal-places.ts';
import { recover } from './pauses.ts';
import { CommandExecution, type WrittenEntry } from './command-execution.ts';
import type { BidVerdict } from './verdicts.ts';

export interface Circumstances {
  /** Refused ids of the lot; updated by each refusal. */
  memory?: RefusalMemory;
  /** The journal's lease is stale: nothing may be decided. */
  held?: boolean;
}

export interface Decision<V> {
  state: LotState;
  verdict: V;
  entries: WrittenEntry[];
}

/**
 * The scripts' twin: applies one command to a lot at the given instant (µs, clamped to the lot's last entry).
 * Pure except for `memory`; the given state is not changed.
 */
export function decide<C extends Command>(
  state: LotState,
  command: C,
  nowUs: number,
  circumstances: Circumstances = {},
): Decision<VerdictOf<C>> {
  return decideOn(cloneState(state), command, nowUs, circumstances);
}

/** The same without the copy: the given state is changed and returned. */
export function decideOn<C extends Command>(
  state: LotState,
  command: C,
  nowUs: number,
  circumstances: Circumstances = {},
): Decision<VerdictOf<C>> {
  const room = new CommandExecution(state, nowUs);
  const memory: RefusalMemory = circumstances.memory ?? new Map();
  const verdict = judge(room, command, memory, circumstances.held ?? false) as VerdictOf<C>;
  return { state: room.state, verdict, entries: room.entries };
}

function judge(
  room: CommandExecution,
  command: Command,
  memory: RefusalMemory,
  held: boolean,
): VerdictOf<Command> {
  if (command.epoch !== room.state.epoch) return fenced(room, command);
  switch (command.kind) {
    case 'place':
    case 'setAuto':
    case 'clearAuto':
      return bid(room, command, memory, held);
    case 'findBid':
      return find(room, command, memory);
    case 'close':
      return close(room, held);
    case 'recover':
      return recover(room, command);
    default:
      return held ? room.declined('held') : control(room, command);
  }
}

/** Another epoch: nothing is written or stored, and the answer contains only the epoch. */
function fenced(room: CommandExecution, command: Command): VerdictOf<Command> {
  const head = {
    verdict: 'refused',
    reason: 'fenced',
    epoch: room.state.epoch,
    seq: 0,
    repeated: false,
  } as const;
  return 'bidId' in command
    ? { ...head, atUs: 0, suggestedTiyin: 0, limitTiyin: 0, mostTiyin: 0, deadlineUs: 0 }
    : head;
}

function bid(room: CommandExecution, command: BidCommand, memory: RefusalMemory, held: boolean): BidVerdict {
  const content = contentOf(command);
  const known = remembered(room, command, memory, content) ?? notPlaced(room, command, memory);
  if (known) return known;
  const verdict = held ? room.refused('held') : act(room, command);
  if (verdict.verdict === 'refused') remember(memory, command, content, verdict);
  return verdict;
}

function act(room: CommandExecution, command: BidCommand): BidVerdict {
  openIfDue(room);
  closeIfLate(room);
  switch (command.kind) {
    case 'place':
      return place(room, command);
    case 'setAuto':
      return setAuto(room, command);
    case 'clearAuto':
      return clearAuto(room, command);
  }
}

function find(room: CommandExecution, command: FindCommand, memory: RefusalMemory): BidVerdict | null {
  return remembered(room, command, memory, null) ?? notPlaced(room, command, memory);
}

/** The first answer to this id, if there is one. `content` null: any content. */
function remembered(
  room: CommandExecution,
  command: BidCommand | FindCommand,
  memory: RefusalMemory,
  content: string | null,
): BidVerdict | null {
  const own = room.state.accepted[keyOf(command)];
  if (own) {
    const other =
      command.kind !== 'findBid' && recordedContentOf(command) !== `${own.kind}:${own.amountTiyin}`;
    if (other) return room.refused('id-reused');
    return room.accepted(command.person, own, true);
  }
  const known = memory.get(placeOf(command));
  if (known?.id !== keyOf(command) || known.refusal.epoch !== room.state.epoch) return null;
  if (content !== null && known.content !== ANYTHING && known.content !== content)
    return room.refused('id-reused');
  return { ...known.refusal, repeated: true };
}

/** Content of an id found never to have been placed: the refusal is final for any content. */
const ANYTHING = '*';

function notPlaced(
  room: CommandExecution,
  command: BidCommand | FindCommand,
  memory: RefusalMemory,
): BidVerdict | null {
  if (command.sentEpoch === undefined || command.sentEpoch >= room.state.epoch) return null;
  const refusal = room.refused('not-placed');
  remember(memory, command, ANYTHING, refusal);
  return refusal;
}

function remember(
  memory: RefusalMemory,
  command: BidCommand | FindCommand,
  content: string,
  refusal: Refusal,
): void {
  memory.set(placeOf(command), { id: keyOf(command), content, refusal });
}

const placeOf = ({ person, bidId, notAdmitted }: BidCommand | FindCommand): string =>
  refusalPlace(person, bidId, notAdmitted);

function keyOf(command: { person: string; bidId: string }): string {
  return `${command.person}:${command.bidId}`;
}
