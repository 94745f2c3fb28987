import type { CookieOptions, Response } from 'express';
import { sessionCookieName, USER_COOKIE, type SessionPerson } from '../sessions/index.ts';

const base = (secure: boolean): CookieOptions => ({ path: '/', sameSite: 'lax', secure });

/** The readable cookie: {name, user_name, percentage}, display only. Signed-in calls are made only while it exists. */
export function setUserCookie(res: Response, person: SessionPerson, secure: boolean): void {
  const value = JSON.stringify({
    name: person.name,
    user_name: person.userName,
    percentage: person.percentage,
  });
  res.cookie(USER_COOKIE, value, base(secure));
}

/** Starts the session in the browser: the secret HttpOnly cookie and the readable one. */
export function setSessionCookies(
  res: Response,
  secret: string,
  person: SessionPerson,
  secure: boolean,
): void {
  res.cookie(sessionCookieName(secure), secret, { ...base(secure), httpOnly: true });
  setUserCookie(res, person, secure);
}

/** Removes both cookies. */
export function clearSessionCookies(res: Response, secure: boolean): void {
  res.clearCookie(sessionCookieName(secure), { ...base(secure), httpOnly: true });
  res.clearCookie(USER_COOKIE, base(secure));
}
