import { forbidden, noSession } from '#server/platform/errors/index.ts';
import type { Session } from '#server/platform/sessions/index.ts';

/** What changes how somebody signs in asks for a sign-in no older than this. */
const FRESH_MS = 5 * 60_000;

/**
 * What a session keeps of the provider's word on when the person last proved who they are. A session opened just now may
 * rest on a password typed hours ago: the provider knows the browser and does not ask again.
 */
export const keptAuthentication = (authenticatedAtMs: number | null): Record<string, string> =>
  authenticatedAtMs === null ? {} : { authenticatedAtMs: String(authenticatedAtMs) };

/** Was the password typed in the last five minutes? Not where the provider did not say when. */
export function isFreshSignIn({ extra }: Pick<Session, 'extra'>, nowMs: number): boolean {
  const atMs = Number(extra.authenticatedAtMs ?? Number.NaN);
  return nowMs - atMs <= FRESH_MS;
}

/**
 * For calls that move money out or change how somebody signs in: the session, or 401 without one and 403 `sign-in-again`
 * when the password was typed too long ago. The client renews the sign-in and comes back.
 */
export function demandFreshSignIn(session: Session | null, nowMs: number = Date.now()): Session {
  if (!session) throw noSession();
  if (!isFreshSignIn(session, nowMs)) throw forbidden('sign-in-again');
  return session;
}
