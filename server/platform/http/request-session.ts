import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { noSession, unavailable, type RequestError } from '../errors/index.ts';
import {
  bearerOf,
  sessionCookieName,
  type Session,
  type SessionEnd,
  type SessionStore,
} from '../sessions/index.ts';

const SESSION = Symbol('session');
const END = Symbol('why the session ended');
const INVALID_TOKEN = Symbol('a token that is not valid');
const IN_ROOMS = Symbol('a session that goes on in rooms alone');
type Read = IncomingMessage & {
  [SESSION]?: Session | null;
  [END]?: SessionEnd | null;
  [INVALID_TOKEN]?: true;
  [IN_ROOMS]?: Session;
  cookies?: Record<string, string>;
};

/** The session read for this request; null when there is none. */
export const sessionOf = (req: IncomingMessage): Session | null => (req as Read)[SESSION] ?? null;

/**
 * The session for a call of a room: also one that goes on in this room alone.
 * @param parts of the request, which name the lot; `any`: in whatever room
 */
export function sessionInRoom(req: IncomingMessage, parts: readonly unknown[] | 'any'): Session | null {
  const found = (req as Read)[IN_ROOMS];
  if (!found) return sessionOf(req);
  if (parts === 'any') return found;
  const named = parts.map((part) => Number((part as { lotId?: unknown } | undefined)?.lotId));
  return found.bidsOnly?.lots.some((lotId) => named.includes(lotId)) ? found : null;
}

const END_CODES = {
  disabled: 'account-disabled',
  erased: 'account-erased',
  'roles-changed': 'session-over.roles-changed',
  'password-reset': 'session-over.password-reset',
  'factor-reset': 'session-over.factor-reset',
} as const satisfies Record<SessionEnd, string>;

/** Refused whatever is called, once the call is counted: a program is to learn that it is no longer who it was. */
export const hasInvalidToken = (req: IncomingMessage): boolean => (req as Read)[INVALID_TOKEN] === true;

/**
 * 401 for a call without a session: `token-invalid` of a program; `account-disabled`, `account-erased`, `session-over.…` where others ended the one it had;
 * `session-over.bids-on` while it goes on in rooms.
 */
export function noSessionOf(req: IncomingMessage): RequestError {
  if (hasInvalidToken(req)) return noSession('token-invalid');
  if ((req as Read)[IN_ROOMS]) return noSession('session-over.bids-on');
  const end = (req as Read)[END] ?? null;
  return end === null ? noSession() : noSession(END_CODES[end]);
}

/** The session of a program by its token; null: the token is not valid. */
export type SessionOfToken = (token: string) => Promise<Session | null>;

/**
 * Looks the session up once per request, synchronously where there is neither a session cookie nor a token, which leaves the
 * cookie unread. While the session store is unavailable a
 * signed-in caller gets 503, a visitor is served.
 */
export function sessionReader(
  { sessions, sessionOfToken }: { sessions: SessionStore; sessionOfToken: SessionOfToken },
  secure: boolean,
): (req: IncomingMessage) => Promise<void> | null {
  const name = sessionCookieName(secure);
  const keep = (req: Read, found: Session | null) => {
    if (found?.bidsOnly) req[IN_ROOMS] = found;
    else req[SESSION] = found;
  };
  return (given) => {
    const req: Read = given;
    if (req[SESSION] !== undefined) return null;
    const token = bearerOf(req);
    const secret = req.cookies?.[name];
    req[SESSION] = null;
    if (token === null && typeof secret !== 'string') return null;
    const read = async () => {
      if (token !== null) {
        const found = await sessionOfToken(token);
        if (!found) req[INVALID_TOKEN] = true;
        return keep(req, found);
      }
      keep(req, await sessions.readForRooms(secret));
      if (!req[SESSION]) req[END] = await sessions.whyEnded(secret!);
    };
    return read().catch((cause: unknown) => {
      delete req[SESSION];
      // Not retried here: the person repeats the request; a fault of ours must not look like a sign-out.
      throw unavailable('unavailable', { cause });
    });
  };
}

/** The next reading looks the session up again: it may have ended, or have other roles, since the call began. */
export function forgetSession(given: IncomingMessage): void {
  const req: Read = given;
  delete req[SESSION];
  delete req[IN_ROOMS];
}

/** The same as a step of Express. */
export function readSession(read: ReturnType<typeof sessionReader>): RequestHandler {
  return async (req, _res, next) => {
    await read(req);
    next();
  };
}
