export type { BidsOnly, ListedSession, Session, SessionPerson } from './session.ts';
export { authenticationExtra, isFreshSignIn, isSignInOfShift } from './authentication.ts';
export { createSessionStore, type SessionEnd, type SessionStore } from './session-store.ts';
export {
  cookieFromHeader,
  LANGUAGE_COOKIE,
  namesSomebody,
  PAGE_PERSON_COOKIE,
  sessionCookieName,
  USER_COOKIE,
} from './cookies.ts';
export { bearerOf, TOKEN_PREFIX } from './bearer.ts';
export { isPageOfAnother, pagePersonOf } from './page-person.ts';
