import { unavailable } from '../errors/index.ts';
import { sessionCookieName } from '../sessions/index.ts';
const found = new WeakMap();
/** The session read for this request; null when there is none. */
export const sessionOf = (req) => found.get(req) ?? null;
/** Looks the session up once per request. Without the session store a signed-in caller gets 503, everyone else goes on. */
export function readSession(sessions, secure) {
  const name = sessionCookieName(secure);
  return async (req, _res, next) => {
    if (found.has(req)) return next();
    const secret = req.cookies?.[name];
    let session = null;
    if (typeof secret === 'string') {
      session = await sessions.read(secret).catch((cause) => {
        // Not retried here: the person repeats the request, and nobody is treated as signed out by our fault.
        throw unavailable('unavailable', { cause });
      });
    }
    found.set(req, session);
    next();
  };
}
