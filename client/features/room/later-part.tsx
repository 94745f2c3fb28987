import { Suspense, use, type ReactNode } from 'react';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { RoomStands } from './room-stands.ts';

interface LaterPartProps {
  /** Stands in the same place until the part has come, and stays if it never comes. */
  meanwhile: ReactNode;
  /** Lazy: asked for once the room stands. */
  children: ReactNode;
}

/** A part of the room that nobody needs to watch or to confirm a price: its library is asked for after everything else. */
export function LaterPart({ meanwhile, children }: LaterPartProps) {
  if (!use(RoomStands)) return meanwhile;
  return (
    <PartBoundary instead={meanwhile}>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </PartBoundary>
  );
}
