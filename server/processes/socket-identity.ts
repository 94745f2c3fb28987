import type { IncomingMessage } from 'node:http';
import type { LiveOptions } from '#server/auction/index.ts';
import type { SessionOfToken } from '#server/platform/http/index.ts';
import {
  bearerOf,
  cookieFromHeader,
  LANGUAGE_COOKIE,
  sessionCookieName,
  type SessionStore,
} from '#server/platform/sessions/index.ts';
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#shared/i18n/languages.ts';

/** Sockets share the session of HTTP: the same cookie or token, the same store, the same announcements of changes. */
export function identifySockets(
  { sessions, sessionOfToken }: { sessions: SessionStore; sessionOfToken: SessionOfToken },
  secure: boolean,
): Pick<LiveOptions, 'authenticate' | 'sessionStillValid' | 'language'> & {
  language: (request: IncomingMessage) => Language;
} {
  const name = sessionCookieName(secure);
  const chosen = (request: IncomingMessage) =>
    parseLanguage(cookieFromHeader(request.headers.cookie, LANGUAGE_COOKIE));
  return {
    async authenticate(request) {
      const token = bearerOf(request);
      const session =
        token === null
          ? await sessions.readForRooms(cookieFromHeader(request.headers.cookie, name))
          : await sessionOfToken(token);
      if (!session) return token === null ? null : 'token-invalid';
      const { personId, roles, language } = session.person;
      return {
        person: personId,
        roles,
        sessionId: session.handle,
        language: chosen(request) ?? language,
        ...(session.bidsOnly ? { onlyLots: session.bidsOnly.lots } : {}),
        ...(session.token?.scope === 'read' ? { readsOnly: true as const } : {}),
      };
    },
    sessionStillValid: async (handle) => (await sessions.findForRooms(handle)) !== null,
    language: (request) => chosen(request) ?? DEFAULT_LANGUAGE,
  };
}
