export { createSessionStore } from './session-store.ts';
export { cookieFromHeader, LANGUAGE_COOKIE, sessionCookieName, USER_COOKIE } from './cookies.ts';
