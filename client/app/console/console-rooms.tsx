import { RoomsBoard } from '#client/features/console-rooms/rooms-board.tsx';

/** /console/rooms: the live board for staff. */
export default function ConsoleRooms() {
  return <RoomsBoard />;
}
