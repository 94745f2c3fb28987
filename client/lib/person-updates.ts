import { useEffect, useRef } from 'react';
import {
  PERSON_UPDATE_EVENT,
  type PersonUpdate,
  type PersonUpdateKind,
} from '#shared/realtime/person-updates.ts';
import { onConnected, onServerEvent } from './auction-socket/connection.ts';
import { onVisibilityChange, pageVisible } from './page-visible.ts';
import { useSession } from './session.ts';

/** News of one kind within this time are one: a closing auction moves money several times. */
const GATHER_MS = 300;

const listeners = new Map<PersonUpdateKind, Set<() => void>>();
const waiting = new Set<PersonUpdateKind>();
let timer: ReturnType<typeof setTimeout> | undefined;
let stopSocket: (() => void) | null = null;

function notifyListeners(): void {
  timer = undefined;
  // A hidden page is not read: its listeners run when it is shown again.
  if (!pageVisible()) return;
  const kinds = [...waiting];
  waiting.clear();
  for (const kind of kinds) for (const listener of listeners.get(kind) ?? []) listener();
}

function gather(kind: PersonUpdateKind): void {
  if (!listeners.has(kind)) return;
  waiting.add(kind);
  timer ??= setTimeout(notifyListeners, GATHER_MS);
}

/** The page's socket, from the first listener to the last one. */
function subscribe(): () => void {
  const stops = [
    onServerEvent<PersonUpdate>(PERSON_UPDATE_EVENT, ({ kind }) => gather(kind)),
    // What was published while the connection was away is not repeated: everything is refetched. At the first
    // connection too, because something may have happened since the page's own first request.
    onConnected(() => {
      for (const kind of listeners.keys()) gather(kind);
    }),
    onVisibilityChange((visible) => visible && waiting.size > 0 && notifyListeners()),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    timer = undefined;
    waiting.clear();
  };
}

/** Calls back each time something of this kind has changed for the signed-in person; returns the way to stop. */
function onPersonUpdate(kind: PersonUpdateKind, listener: () => void): () => void {
  const own = listeners.get(kind) ?? new Set();
  listeners.set(kind, own.add(listener));
  stopSocket ??= subscribe();
  return () => {
    own.delete(listener);
    if (own.size === 0) listeners.delete(kind);
    if (listeners.size > 0) return;
    stopSocket?.();
    stopSocket = null;
  };
}

/**
 * Calls back each time something of this kind has changed for the signed-in person, on whatever page, and after an
 * interruption of the connection. The news do not say what it is now: ask the server.
 */
export function usePersonUpdates(kind: PersonUpdateKind, listener: () => void): void {
  const signedIn = useSession((state) => state.user !== null);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => (signedIn ? onPersonUpdate(kind, () => latest.current()) : undefined), [kind, signedIn]);
}
