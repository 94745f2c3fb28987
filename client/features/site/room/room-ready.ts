import { createContext, startTransition, useEffect, useState } from 'react';

/** Whether everything one watches and bids with is rendered, and the browser has had time since: the rest may load. */
export const RoomReady = createContext(false);

/** A storm of offers may leave a slow phone no idle time: then after this long. */
const IDLE_TIMEOUT_MS = 2_000;
/** Where the browser does not report when it is idle. */
const PAUSE_MS = 200;

/** Calls back when the browser has nothing more urgent to do; returns the way to call it off. */
function whenIdle(callback: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(callback, PAUSE_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS });
  return () => window.cancelIdleCallback(handle);
}

/**
 * The value of `RoomReady` for the room's parts; once true it stays true.
 * @param rendered the first state of the room is rendered, for a bidder with the button
 */
export function useRoomReady(rendered: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(
    () => (rendered && !ready ? whenIdle(() => startTransition(() => setReady(true))) : undefined),
    [rendered, ready],
  );
  return ready;
}
