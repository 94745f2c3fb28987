import type { ReactNode } from 'react';
import { createRoomStore, RoomStoreContext } from '#client/features/site/room/room-store.ts';
import { show } from './page.tsx';

/** The room of lot 7 around what a test draws; the test sets its state. */
export const roomStore = createRoomStore(7);

/** Draws a part of that room. */
export const showInRoom = (ui: ReactNode) =>
  show(<RoomStoreContext value={roomStore}>{ui}</RoomStoreContext>);
