import { createContext, use } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import type { RoomError } from '#shared/realtime/room-answers.ts';
import type { IntentState } from './bid-intent.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';

/** Why the room is not shown: still loading, refused, or the connection never came up. */
type RoomStatus =
  | { kind: 'loading' }
  | { kind: 'ready' }
  | { kind: 'refused'; error: RoomError }
  | { kind: 'unreachable' };

/** What is said to screen readers; `id` makes repeated texts be read again. */
interface Announcement {
  id: number;
  text: string;
}

export interface RoomStore {
  lotId: number;
  /** Other rooms are on the same page. */
  amongOthers: boolean;
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

export const emptyRoom: Omit<RoomStore, 'lotId' | 'amongOthers'> = {
  status: { kind: 'loading' },
  room: null,
  intent: { step: 'idle' },
  interrupted: false,
  catchingUp: false,
  overHttp: false,
  polite: { id: 0, text: '' },
  assertive: { id: 0, text: '' },
};

/** All a page knows of one room. A page may show several: each has a store of its own, and a press belongs to one of them. */
export type RoomStoreApi = StoreApi<RoomStore>;

/** @param amongOthers other rooms are on the same page, so that what is said of this one names it */
export const createRoomStore = (lotId: number, amongOthers = false): RoomStoreApi =>
  createStore<RoomStore>(() => ({ lotId, amongOthers, ...emptyRoom }));

/** The room around a part of the page. */
export const RoomStoreContext = createContext<RoomStoreApi | null>(null);

/** @throws outside a room */
export function useRoomStore(): RoomStoreApi {
  const store = use(RoomStoreContext);
  if (!store) throw new Error('a part of a room is shown outside a room');
  return store;
}

/** What a part needs to know of the room around it. @throws outside a room */
export function useRoom<Value>(select: (state: RoomStore) => Value): Value {
  return useStore(useRoomStore(), select);
}

export function setIntent(store: RoomStoreApi, intent: IntentState): void {
  store.setState({ intent });
}

export function say(store: RoomStoreApi, kind: 'polite' | 'assertive', text: string): void {
  store.setState((state) => ({ [kind]: { id: state[kind].id + 1, text } }));
}

/** Takes back what was said and not yet read. */
export function retract(store: RoomStoreApi): void {
  store.setState(({ polite, assertive }) => ({
    polite: { ...polite, text: '' },
    assertive: { ...assertive, text: '' },
  }));
}
