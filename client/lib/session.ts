import { create } from 'zustand';
import { logOut, whoAmI, type Me } from '#shared/api/site/auth.ts';
import type { Role } from '#shared/api/contract.ts';
import { call } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { cookieOf } from './cookie-of.ts';
import { forgetPagePerson } from './page-person.ts';
import { mayPass, RECOVER_MS } from './recover.ts';

/** The readable cookie the server keeps beside the secret session: for display, and to know that one is signed in. */
export interface StoredUser {
  name: string;
  user_name: string;
  /** Completeness of the profile; 100 is complete. */
  percentage: number;
}

interface Session {
  user: StoredUser | null;
  /** Roles and the rest, once the server has answered. */
  me: Me | null;
  /** False while a signed-in person's roles are still being asked. */
  known: boolean;
  /** Why a signed-in person's roles are not known yet; they are asked for again by themselves. */
  trouble: ApiError | null;
}

const COOKIE = 'savdo_user';

/** The stored user in a cookie text, or null when there is none or it is unreadable. */
export function readStoredUser(cookies: string): StoredUser | null {
  const text = cookieOf(cookies, COOKIE);
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Partial<StoredUser>;
    if (typeof value.name !== 'string' || typeof value.user_name !== 'string') return null;
    return { name: value.name, user_name: value.user_name, percentage: Number(value.percentage ?? 0) };
  } catch {
    return null; // not retried: a foreign or cut cookie counts as signed out
  }
}

/** In a page rendered for any signed-in person: nothing is requested in their name. */
const SOMEBODY: StoredUser = { name: '…', user_name: '', percentage: 100 };

const sessionOf = (user: StoredUser | null): Session => ({
  user,
  me: null,
  known: user === null,
  trouble: null,
});

/** The root of a page that was rendered for a signed-in person says so. */
export const renderedForSignedIn = (root: HTMLElement | null): boolean =>
  root?.dataset.signedIn !== undefined;

/** It begins with whom the page was rendered for, so that hydration finds what the server rendered; then it is the person's own. */
export const useSession = create<Session>(() =>
  sessionOf(
    typeof document !== 'undefined' && renderedForSignedIn(document.getElementById('root')) ? SOMEBODY : null,
  ),
);
if (typeof document !== 'undefined') useSession.setState(sessionOf(readStoredUser(document.cookie)));

/** For the server: what is rendered from here on is for a visitor, or for someone signed in. */
export function renderFor(signedIn: boolean): void {
  Object.assign(useSession.getInitialState(), sessionOf(signedIn ? SOMEBODY : null));
}

let again: ReturnType<typeof setTimeout> | undefined;

/** Reads the cookie and, when signed in, the roles. Called at the start of the page and after the session changed. */
export async function refreshSession(): Promise<void> {
  clearTimeout(again);
  const user = readStoredUser(document.cookie);
  // Asked again after a failure, its words stay until the answer is there.
  useSession.setState(({ trouble }) => ({
    user,
    known: user === null || trouble !== null,
    ...(user ? {} : { me: null, trouble: null }),
  }));
  if (!user) return;
  try {
    const me = await call(whoAmI);
    // Every screen reads it, so that something else in its place would break each of them.
    if (!Array.isArray(me.roles)) throw new ApiError(0, 'unreadable', '');
    // The answer brings the cookie up to date: name and completeness may have changed elsewhere.
    useSession.setState({ user: readStoredUser(document.cookie), me, known: true, trouble: null });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Retried while it may pass; a 401 has opened its dialog.
    const passing = mayPass(error);
    useSession.setState({ known: true, trouble: passing ? error : null });
    if (passing) again = setTimeout(() => void refreshSession(), RECOVER_MS);
  }
}

/** Forgets the stored user in this browser; the server's session is ended by `endSession`. */
export function removeStoredUser(): void {
  clearTimeout(again);
  document.cookie = `${COOKIE}=; path=/; max-age=0`;
  forgetPagePerson();
  useSession.setState({ user: null, me: null, known: true, trouble: null });
}

let ending = false;

/** True while the person is logging out: the server's word that the session ended is then no news. */
export const isEndingSession = (): boolean => ending;

/** Ends the session here; answers where to go to end it at the sign-in site too. Rejects with an ApiError. */
export async function endSession(): Promise<string> {
  ending = true;
  try {
    const { goTo } = await call(logOut);
    removeStoredUser();
    return goTo;
  } finally {
    ending = false;
  }
}

export function hasRole(me: Me | null, roles: readonly Role[]): boolean {
  return me?.roles.some((role) => roles.includes(role)) ?? false;
}
