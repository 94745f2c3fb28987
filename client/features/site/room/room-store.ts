import { create } from 'zustand';
import type { RoomError } from '#shared/realtime/room.ts';
import type { IntentState } from './bid-intent.ts';
import type { RoomState } from './room-state.ts';

/** Why the room is not shown: still loading, refused, or the connection never came up. */
type RoomStatus =
  { kind: 'loading' } | { kind: 'ready' } | { kind: 'refused'; error: RoomError } | { kind: 'unreachable' };

/** What is said to screen readers; `id` makes repeated texts be read again. */
interface Announcement {
  id: number;
  text: string;
}

export interface RoomStore {
  lotId: number;
  status: RoomStatus;
  room: RoomState | null;
  intent: IntentState;
  /** The server reported an interruption that is not in the log yet. */
  interrupted: boolean;
  /** True while missing entries are being fetched. */
  catchingUp: boolean;
  /** Commands and reads go over HTTP: sockets do not get through. */
  overHttp: boolean;
  polite: Announcement;
  assertive: Announcement;
}

export const emptyRoom: Omit<RoomStore, 'lotId'> = {
  status: { kind: 'loading' },
  room: null,
  intent: { step: 'idle' },
  interrupted: false,
  catchingUp: false,
  overHttp: false,
  polite: { id: 0, text: '' },
  assertive: { id: 0, text: '' },
};

/** The page shows one room at a time; a session resets the store when it opens another. */
export const useRoom = create<RoomStore>(() => ({ lotId: 0, ...emptyRoom }));

export function setIntent(intent: IntentState): void {
  useRoom.setState({ intent });
}

export function say(kind: 'polite' | 'assertive', text: string): void {
  useRoom.setState((state) => ({ [kind]: { id: state[kind].id + 1, text } }));
}

/** Takes back what was said and not yet read. */
export function retract(): void {
  useRoom.setState(({ polite, assertive }) => ({
    polite: { ...polite, text: '' },
    assertive: { ...assertive, text: '' },
  }));
}
