import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import { byNeedOfLook, concernsOf } from './concerns.ts';
import { endsIn, opensIn } from './hours-ahead.ts';

/** What the board may be narrowed to and how it is ordered, as its address has it. */
export const BOARD_FILTERS = ['phase', 'look', 'hour', 'order', 'find'] as const;
type Filters = Readonly<Record<(typeof BOARD_FILTERS)[number], string>>;

/**
 * The rooms of the board that are wanted: by phase, by need of a look, by the hour in which they open or may end, and by a part
 * of number or title. Those that need a look come first, unless the order of their end is wanted.
 */
export function chosenRooms(
  rooms: readonly BoardRoom[],
  { phase, look, hour, order, find }: Filters,
  { nowMs, titleOf }: { nowMs: number; titleOf: (title: BoardRoom['title']) => string },
): readonly BoardRoom[] {
  const wanted = find.toLocaleLowerCase();
  const fromMs = Number(hour);
  const found = rooms.filter(
    (room) =>
      (phase === '' || room.phase === phase) &&
      (look === '' || concernsOf(room).length > 0) &&
      (hour === '' || opensIn(room, fromMs) || endsIn(room, fromMs, nowMs)) &&
      (wanted === '' ||
        room.number.toLocaleLowerCase().includes(wanted) ||
        titleOf(room.title).toLocaleLowerCase().includes(wanted)),
  );
  return order === 'end' ? found : byNeedOfLook(found);
}
