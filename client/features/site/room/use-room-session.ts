import { useEffect, useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { BidderControls, mayBid } from './room-controls.tsx';
import { useRoomReady } from './room-ready.ts';
import { openRoomSession } from './room-session.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { useRoomStore } from './room-store.ts';

interface OpenedRoom {
  /** The value of `RoomReady` for its parts. */
  ready: boolean;
  /** To be called once a bidder's button is there. */
  onControlsRendered: (there: true) => void;
}

/** Joins the room around a part of the page for as long as that is shown. @param room null until it is joined */
export function useRoomSession(room: RoomState | null): OpenedRoom {
  const store = useRoomStore();
  const signedIn = useSession((state) => state.user !== null);
  useEffect(() => openRoomSession(store), [store]);
  // Fetched while the room is joined: a bidder's button is there with the first price.
  useEffect(() => {
    if (signedIn) void BidderControls.preload();
  }, [signedIn]);
  const [controlsRendered, onControlsRendered] = useState(false);
  // A bidder's button comes before the chart and the fields.
  const complete = controlsRendered || room?.head.phase === 'closed' || (room !== null && !mayBid(room));
  const ready = useRoomReady(room !== null && complete);
  return { ready, onControlsRendered };
}
