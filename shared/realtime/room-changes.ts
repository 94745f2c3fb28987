import type { BoardRoom } from '../api/console/console-rooms.ts';

type RoomChange = Partial<BoardRoom> & Pick<BoardRoom, 'lotId'>;

/** What changed on the board of rooms: of a room known before only the new values, of a new one all. */
export interface RoomChanges {
  changed: RoomChange[];
  /** Lots that left the board. */
  gone: number[];
}

export function changesBetween(before: readonly BoardRoom[], after: readonly BoardRoom[]): RoomChanges {
  const known = new Map(before.map((room) => [room.lotId, room]));
  const changed: RoomChange[] = [];
  for (const room of after) {
    const old = known.get(room.lotId);
    known.delete(room.lotId);
    if (!old) {
      changed.push(room);
      continue;
    }
    const fields = Object.entries(room).filter(
      ([name, value]) => !equal(old[name as keyof BoardRoom], value),
    );
    if (fields.length > 0) changed.push({ ...Object.fromEntries(fields), lotId: room.lotId });
  }
  return { changed, gone: [...known.keys()] };
}

/** The board with the changes; null when it lacks a room of which only changes came: it has to be loaded again. */
export function withChanges(rooms: readonly BoardRoom[], { changed, gone }: RoomChanges): BoardRoom[] | null {
  const board = new Map(rooms.map((room) => [room.lotId, room]));
  for (const lotId of gone) board.delete(lotId);
  for (const change of changed) {
    const room = { ...board.get(change.lotId), ...change };
    if (!isWhole(room)) return null;
    board.set(change.lotId, room);
  }
  return [...board.values()];
}

/** By name: the built client has no schemas. */
const FIELDS = Object.keys({
  lotId: true,
  number: true,
  title: true,
  status: true,
  practice: true,
  phase: true,
  pauseCause: true,
  pauseReason: true,
  resumeAtMs: true,
  proposedResumeAtMs: true,
  loss: true,
  priceTiyin: true,
  count: true,
  leaderNumber: true,
  participants: true,
  connected: true,
  viewers: true,
  opensAtMs: true,
  deadlineMs: true,
  extensions: true,
  outcome: true,
  answerP50Ms: true,
  answerP99Ms: true,
  journalLagMs: true,
  refusals: true,
} satisfies Record<Exclude<keyof BoardRoom, 'rehearsal'>, true>);
const isWhole = (room: RoomChange): room is BoardRoom => FIELDS.every((field) => field in room);

/** Titles and refusals are small objects with their fields in a fixed order. */
const equal = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));
