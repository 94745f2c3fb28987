import { createHash } from 'node:crypto';
import { newSecret } from '#server/platform/ids/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';
import type { Session, SessionStore } from '#server/platform/sessions/index.ts';

/** Lifetime of a code for the external cabinet; it is part of a URL, so it is short-lived and single-use. */
export const AUTH_TOKEN_MS = 60_000;

const SECRET = /^[A-Za-z0-9_-]{43}$/;

export interface AuthTokens {
  /** A code for the session's person. */
  issue(session: Session): Promise<string>;
  /** The session the code was issued in, if still active; null for an unknown, expired or used code. Consumes the code. */
  spend(token: string): Promise<Session | null>;
}

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Codes in the jobs Redis under their hash: reading the store does not reveal a usable code. */
export function createAuthTokens(
  redis: JobsRedis,
  namespace: string,
  sessions: Pick<SessionStore, 'find'>,
): AuthTokens {
  const key = (token: string) => `${namespace}auth-token:${digest(token)}`;
  return {
    async issue(session) {
      const token = newSecret();
      await redis.set(key(token), session.handle, 'PX', AUTH_TOKEN_MS);
      return token;
    },

    async spend(token) {
      if (!SECRET.test(token)) return null;
      // Atomic read and delete: of two concurrent exchanges one succeeds.
      const handle = await redis.getdel(key(token));
      return handle === null ? null : sessions.find(handle);
    },
  };
}
