import type { CookieOptions, Response } from 'express';
import {
  PAGE_PERSON_COOKIE,
  pagePersonOf,
  sessionCookieName,
  USER_COOKIE,
  type SessionPerson,
} from '../sessions/index.ts';

const base = (secure: boolean): CookieOptions => ({ path: '/', sameSite: 'lax', secure });

/**
 * The readable cookies: {name, user_name, percentage}, display only, without which no signed-in call is made; and for whom
 * pages are made from now on.
 */
export function setUserCookie(res: Response, person: SessionPerson, secure: boolean): void {
  const value = JSON.stringify({
    name: person.name,
    user_name: person.userName,
    percentage: person.percentage,
  });
  res.cookie(USER_COOKIE, value, base(secure));
  res.cookie(PAGE_PERSON_COOKIE, pagePersonOf(person.personId), base(secure));
}

/** Starts the session in the browser: the secret HttpOnly cookie and the readable ones. */
export function setSessionCookies(
  res: Response,
  secret: string,
  person: SessionPerson,
  secure: boolean,
): void {
  res.cookie(sessionCookieName(secure), secret, { ...base(secure), httpOnly: true });
  setUserCookie(res, person, secure);
}

/** Removes them all. */
export function clearSessionCookies(res: Response, secure: boolean): void {
  res.clearCookie(sessionCookieName(secure), { ...base(secure), httpOnly: true });
  res.clearCookie(USER_COOKIE, base(secure));
  res.clearCookie(PAGE_PERSON_COOKIE, base(secure));
}
