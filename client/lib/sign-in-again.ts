import { loginUrl } from './paths.ts';
import { useSessionExpiry } from './session-expired.ts';
import { refreshSession } from './session.ts';

// Apart from the other paths: few people need these, and the first page is loaded without them.

/** Where signing in again in another tab ends. */
export const SIGNED_IN_AGAIN = '/redirecting?signed-in=again';

/** Long enough to find the phone and type a code. */
const LONGEST_MS = 15 * 60_000;

/** The sign-in, asking for the second factor that staff need for their rights. */
export const factorUrl = (returnTo: string): string => `${loginUrl(returnTo)}&factor=1`;

/** The sign-in site's page on which a person changes second factors, after signing in again. */
export const factorsUrl = (returnTo: string): string => `${loginUrl(returnTo)}&factors=1`;

/**
 * Called when the person goes to sign in again in another tab. What was typed here stays, and the end of the old session is
 * no news for a while; when they come back here, the session of that sign-in is read.
 */
export function beginSessionRenewal(): void {
  useSessionExpiry.setState({ renewing: true });
  setTimeout(() => useSessionExpiry.setState({ renewing: false }), LONGEST_MS);
  window.addEventListener('focus', () => void refreshSession(), { once: true });
}
