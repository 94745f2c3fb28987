import { useEffect } from 'react';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { onServerEvent } from '#client/lib/auction-socket/connection.ts';
import { announceSessionExpired, useSessionExpiry } from '#client/lib/session-expired.ts';
import { isEndingSession, useSession } from '#client/lib/session.ts';

/** A signed-in person learns at once that the session ended on the server, not only at the next call. */
export function useSessionWatch(): void {
  const signedIn = useSession((state) => state.user !== null);
  useEffect(() => {
    if (!signedIn) return undefined;
    return onServerEvent(ROOM_EVENTS.sessionExpired, () => {
      if (!isEndingSession() && !useSessionExpiry.getState().renewing) announceSessionExpired();
    });
  }, [signedIn]);
}
