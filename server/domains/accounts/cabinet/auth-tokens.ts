import { createHash } from 'node:crypto';
import { newSecret } from '#server/platform/ids/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';
import type { Session, SessionStore } from '#server/platform/sessions/index.ts';

/** A code of the external cabinet lives this long; it travels in an address, so it is short and used once. */
export const AUTH_TOKEN_MS = 60_000;

const SECRET = /^[A-Za-z0-9_-]{43}$/;

export interface AuthTokens {
  /** A code for the session's person. */
  issue(session: Session): Promise<string>;
  /** The session the code was made in, which must still live; null for an unknown, old or used code. The code is gone. */
  spend(token: string): Promise<Session | null>;
}

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Codes in the jobs Redis under their hash: who reads the store can use none of them. */
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
      // Read and removed in one step: of two exchanges at once one gets it.
      const handle = await redis.getdel(key(token));
      return handle === null ? null : sessions.find(handle);
    },
  };
}
