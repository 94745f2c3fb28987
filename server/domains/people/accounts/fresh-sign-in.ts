import { forbidden, noSession } from '#server/platform/errors/index.ts';
import { authenticationExtra, isFreshSignIn, type Session } from '#server/platform/sessions/index.ts';

export { isFreshSignIn } from '#server/platform/sessions/index.ts';

/** What a session stores of when the password was typed, and whether a second factor was shown. */
export const authenticationDetails = (atMs: number | null, secondFactor = false): Record<string, string> =>
  authenticationExtra({ atMs, secondFactor });

/**
 * For calls that move money out or change how a person signs in: the session, or 401 without one and 403 `sign-in-again`
 * when the password was typed too long ago. The client renews the sign-in and comes back. Calls of staff are judged by
 * their right (shared/api/console/staff-rights.ts) before their handlers.
 */
export function demandFreshSignIn(session: Session | null, nowMs: number = Date.now()): Session {
  if (!session) throw noSession();
  if (!isFreshSignIn(session, nowMs)) throw forbidden('sign-in-again');
  return session;
}
