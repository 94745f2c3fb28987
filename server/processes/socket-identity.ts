import type { IncomingMessage } from 'node:http';
import type { LiveOptions } from '#server/auction/index.ts';
import {
  cookieFromHeader,
  LANGUAGE_COOKIE,
  sessionCookieName,
  type SessionStore,
} from '#server/platform/sessions/index.ts';
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#shared/i18n/languages.ts';

/** Sockets share the session of HTTP: the same cookie, the same store, told of the same changes. */
export function identifySockets(
  sessions: SessionStore,
  secure: boolean,
): Pick<LiveOptions, 'authenticate' | 'sessionStillValid' | 'language'> & {
  language: (request: IncomingMessage) => Language;
} {
  const name = sessionCookieName(secure);
  const chosen = (request: IncomingMessage) =>
    parseLanguage(cookieFromHeader(request.headers.cookie, LANGUAGE_COOKIE));
  return {
    async authenticate(request) {
      const session = await sessions.readForRooms(cookieFromHeader(request.headers.cookie, name));
      if (!session) return null;
      const { personId, roles, language } = session.person;
      return {
        person: personId,
        roles,
        sessionId: session.handle,
        language: chosen(request) ?? language,
        ...(session.bidsOnly ? { onlyLots: session.bidsOnly.lots } : {}),
      };
    },
    sessionStillValid: async (handle) => (await sessions.findForRooms(handle)) !== null,
    language: (request) => chosen(request) ?? DEFAULT_LANGUAGE,
  };
}
