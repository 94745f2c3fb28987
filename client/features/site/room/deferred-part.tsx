import { Suspense, use, type ReactNode } from 'react';
import { PartBoundary } from '#client/ui/part-boundary.tsx';
import { RoomReady } from './room-ready.ts';

interface DeferredPartProps {
  /** Shown in the same place until the part has loaded, and for good when it does not. */
  meanwhile: ReactNode;
  /** Lazy: requested once the room is ready. */
  children: ReactNode;
}

/** A part of the room that is not needed to watch or to confirm a price: its library loads after everything else. */
export function DeferredPart({ meanwhile, children }: DeferredPartProps) {
  if (!use(RoomReady)) return meanwhile;
  return (
    <PartBoundary instead={meanwhile}>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </PartBoundary>
  );
}
