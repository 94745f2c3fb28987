export type { ListedSession, Session, SessionPerson } from './session.ts';
export { authenticationExtra, isFreshSignIn } from './authentication.ts';
export {
  createSessionStore,
  type SessionChange,
  type SessionEnd,
  type SessionStore,
} from './session-store.ts';
export {
  cookieFromHeader,
  LANGUAGE_COOKIE,
  namesSomebody,
  sessionCookieName,
  USER_COOKIE,
} from './cookies.ts';
