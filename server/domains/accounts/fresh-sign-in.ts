import { forbidden, noSession } from '#server/platform/errors/index.ts';
import type { Session } from '#server/platform/sessions/index.ts';

/** Maximum age of the sign-in for calls that change how a person signs in. */
const FRESH_MS = 5 * 60_000;

/**
 * Stores in the session when, by the provider, the person last authenticated. A session opened just now may rest on a
 * password typed hours ago: the provider knows the browser and does not ask again.
 */
export const authenticationDetails = (authenticatedAtMs: number | null): Record<string, string> =>
  authenticatedAtMs === null ? {} : { authenticatedAtMs: String(authenticatedAtMs) };

/** Was the password typed in the last five minutes? False where the provider did not say when. */
export function isFreshSignIn({ extra }: Pick<Session, 'extra'>, nowMs: number): boolean {
  const atMs = Number(extra.authenticatedAtMs ?? Number.NaN);
  return nowMs - atMs <= FRESH_MS;
}

/**
 * For calls that move money out or change how a person signs in: the session, or 401 without one and 403 `sign-in-again`
 * when the password was typed too long ago. The client renews the sign-in and comes back.
 */
export function demandFreshSignIn(session: Session | null, nowMs: number = Date.now()): Session {
  if (!session) throw noSession();
  if (!isFreshSignIn(session, nowMs)) throw forbidden('sign-in-again');
  return session;
}
