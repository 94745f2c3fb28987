import type { ReactNode } from 'react';
import { useRoom } from './room-store.ts';

/** Title of a part of the room: below the room's own title where several rooms are on the page. */
export function RoomHeading(props: { id: string; className?: string | undefined; children: ReactNode }) {
  const Level = useRoom((state) => state.amongOthers) ? 'h3' : 'h2';
  return <Level {...props} />;
}
