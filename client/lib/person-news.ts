import { useEffect, useRef } from 'react';
import { PERSON_NEWS_EVENT, type PersonNews, type PersonNewsKind } from '#shared/realtime/person-news.ts';
import { onConnected, onServerEvent } from './auction-socket/connection.ts';
import { onVisibilityChange, pageVisible } from './page-visible.ts';
import { useSession } from './session.ts';

/** News of one kind within this time are one: a closing auction moves money several times. */
const TOGETHER_MS = 300;

const listeners = new Map<PersonNewsKind, Set<() => void>>();
const waiting = new Set<PersonNewsKind>();
let timer: ReturnType<typeof setTimeout> | undefined;
let stopSocket: (() => void) | null = null;

function tell(): void {
  timer = undefined;
  // Nobody reads a hidden page: told when it is shown again.
  if (!pageVisible()) return;
  const kinds = [...waiting];
  waiting.clear();
  for (const kind of kinds) for (const listener of listeners.get(kind) ?? []) listener();
}

function gather(kind: PersonNewsKind): void {
  if (!listeners.has(kind)) return;
  waiting.add(kind);
  timer ??= setTimeout(tell, TOGETHER_MS);
}

/** The page's socket, from the first listener to the last one. */
function hear(): () => void {
  const stops = [
    onServerEvent<PersonNews>(PERSON_NEWS_EVENT, ({ kind }) => gather(kind)),
    // What was published while the connection was away is not repeated: everything is asked for anew. At the first
    // connection too, because something may have happened since the page's own first question.
    onConnected(() => {
      for (const kind of listeners.keys()) gather(kind);
    }),
    onVisibilityChange((visible) => visible && waiting.size > 0 && tell()),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    timer = undefined;
    waiting.clear();
  };
}

/** Calls back each time something of this kind has changed for the signed-in person; returns the way to stop. */
export function onPersonNews(kind: PersonNewsKind, listener: () => void): () => void {
  const own = listeners.get(kind) ?? new Set();
  listeners.set(kind, own.add(listener));
  stopSocket ??= hear();
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
export function usePersonNews(kind: PersonNewsKind, listener: () => void): void {
  const signedIn = useSession((state) => state.user !== null);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => (signedIn ? onPersonNews(kind, () => latest.current()) : undefined), [kind, signedIn]);
}
