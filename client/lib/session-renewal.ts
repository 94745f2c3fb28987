import { refreshSession } from './session.ts';

/** Long enough to find the phone and type a code. */
const LONGEST_MS = 15 * 60_000;

let begunAtMs = Number.NEGATIVE_INFINITY;

/** Signing in again in another tab is under way: the end of the old session is then no news for this one. */
export const isRenewingSession = (): boolean => Date.now() - begunAtMs < LONGEST_MS;

/**
 * Called when the person goes to sign in again in another tab. What was typed here stays; when they come back here, the
 * session of that sign-in is read, and one that did not come about opens the dialog of ended sessions.
 */
export function beginSessionRenewal(): void {
  begunAtMs = Date.now();
  window.addEventListener('focus', () => void refreshSession(), { once: true });
}
