import { createContext, useEffect, useState } from 'react';

/** Whether everything one watches and bids with is drawn, and the browser has had time since: the rest may be asked for. */
export const RoomStands = createContext(false);

/** A storm of offers may leave a slow phone no idle time: then after this long. */
const IDLE_TIMEOUT_MS = 2_000;
/** Where the browser does not tell when it is idle. */
const PAUSE_MS = 200;

/** Calls back when the browser has nothing more urgent to do; returns the way to call it off. */
function whenIdle(callback: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(callback, PAUSE_MS);
    return () => clearTimeout(timer);
  }
  const asked = window.requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS });
  return () => window.cancelIdleCallback(asked);
}

/**
 * What `RoomStands` tells the room's parts; once true it stays true.
 * @param drawn the first state of the room is drawn, for a bidder with the button
 */
export function useRoomStands(drawn: boolean): boolean {
  const [stands, setStands] = useState(false);
  useEffect(() => (drawn && !stands ? whenIdle(() => setStands(true)) : undefined), [drawn, stands]);
  return stands;
}
