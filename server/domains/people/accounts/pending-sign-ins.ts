import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Language } from '#shared/i18n/languages.ts';
import type { PendingSignIn, SignInScreen } from '#server/identity/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';

/** As long as the sign-in site's own part of it lasts. */
export const PENDING_MS = 60 * 60_000;

const SECRET = /^[A-Za-z0-9_-]{43}$/;

interface StoredSignIn extends PendingSignIn {
  /** What the site was asked for. */
  screen: SignInScreen;
  returnTo: string;
  language: Language;
}

/**
 * Unfinished sign-ins, in the jobs Redis under their OAuth state. Each belongs to the browser that started it, by a secret
 * cookie, so that another browser's callback opens no session there. Each is used once, whatever its result.
 */
export interface PendingSignIns {
  /** Stores one; returns the browser's secret, a new one unless the given one is well-formed. */
  keep(signIn: StoredSignIn, browser: string | undefined): Promise<string>;
  take(state: string | undefined, browser: string | undefined): Promise<StoredSignIn | null>;
}

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export function createPendingSignIns(redis: JobsRedis, namespace: string): PendingSignIns {
  const key = (state: string) => `${namespace}sign-in:${state}`;
  return {
    async keep(signIn, browser) {
      const secret = browser && SECRET.test(browser) ? browser : randomBytes(32).toString('base64url');
      const stored = JSON.stringify({ ...signIn, browser: digest(secret) });
      await redis.set(key(signIn.state), stored, 'PX', PENDING_MS);
      return secret;
    },

    async take(state, browser) {
      if (!state || !SECRET.test(state) || !browser) return null;
      const text = await redis.getdel(key(state));
      if (!text) return null;
      const { browser: owner, ...signIn } = JSON.parse(text) as StoredSignIn & { browser: string };
      return timingSafeEqual(Buffer.from(owner), Buffer.from(digest(browser))) ? signIn : null;
    },
  };
}
