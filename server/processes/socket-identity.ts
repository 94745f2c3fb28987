import type { IncomingMessage } from 'node:http';
import type { LiveOptions } from '#server/auction/index.ts';
import type { ApiTokens } from '#server/domains/people/accounts/index.ts';
import {
  bearerOf,
  cookieFromHeader,
  LANGUAGE_COOKIE,
  sessionCookieName,
  type SessionStore,
} from '#server/platform/sessions/index.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#shared/i18n/languages.ts';

/** Sockets share the session of HTTP: the same cookie or token, the same store, the same announcements of changes. */
export function identifySockets(
  { sessions, tokens }: { sessions: SessionStore; tokens: () => Pick<ApiTokens, 'sessionOf' | 'isValid'> },
  secure: boolean,
): Pick<LiveOptions, 'authenticate' | 'language'> & {
  sessionStillValid: (handle: string) => Promise<boolean>;
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
          : await tokens().sessionOf(token);
      if (!session) return token === null ? null : 'token-invalid';
      const { personId, roles, language } = session.person;
      return {
        person: personId,
        seesEveryRoom: hasRight(roles, 'watchRooms'),
        sessionId: session.handle,
        language: chosen(request) ?? language,
        ...(session.bidsOnly ? { onlyLots: session.bidsOnly.lots } : {}),
        ...(session.token?.scope === 'read' ? { readsOnly: true as const } : {}),
      };
    },
    async sessionStillValid(handle) {
      const session = await sessions.findForRooms(handle);
      return session !== null && (!session.token || (await tokens().isValid(handle)));
    },
    language: (request) => chosen(request) ?? DEFAULT_LANGUAGE,
  };
}
