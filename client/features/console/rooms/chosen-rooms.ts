import type { BoardRoom } from '#shared/api/console/console-rooms.ts';

/** The rooms that the board is narrowed to: by phase, and by a part of number or title. */
export function chosenRooms(
  rooms: readonly BoardRoom[],
  { phase, find }: { phase: string; find: string },
  titleOf: (title: BoardRoom['title']) => string,
): readonly BoardRoom[] {
  const wanted = find.toLocaleLowerCase();
  if (phase === '' && wanted === '') return rooms;
  return rooms.filter(
    (room) =>
      (phase === '' || room.phase === phase) &&
      (wanted === '' ||
        String(room.lotId) === wanted ||
        room.number.toLocaleLowerCase().includes(wanted) ||
        titleOf(room.title).toLocaleLowerCase().includes(wanted)),
  );
}
