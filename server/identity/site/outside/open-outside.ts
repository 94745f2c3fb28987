import { createHmac } from 'node:crypto';
import type { Logger } from '#server/platform/logging/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';
import type { IdentitySiteConfig } from '../settings.ts';
import { createOneId, type OneId, type OneIdSettings } from './one-id/one-id.ts';
import { pretendOneIdRoutes, pretendOneIdSettings } from './one-id/sandbox-one-id.ts';
import { ONE_ID_RETURN } from './one-id/return-state.ts';

export interface OneIdOffer {
  kind: 'real' | 'test';
  port: OneId;
  redirectUri: string;
}

/** OneID where it is configured, or its local twin where twins may run; null: neither. */
export function openOneId(
  config: IdentitySiteConfig,
  deps: { redis: JobsRedis; logger: Logger },
): { offer: OneIdOffer; pretend: ReturnType<typeof pretendOneIdRoutes> | null } | null {
  const { oneId, sandboxesAllowed, signIn, redisNamespace: namespace } = config;
  const redirectUri = `${signIn.identityUrl}${ONE_ID_RETURN}`;
  const offer = (kind: OneIdOffer['kind'], settings: OneIdSettings): OneIdOffer => ({
    kind,
    port: createOneId(settings, deps.logger),
    redirectUri,
  });
  if (oneId) return { offer: offer('real', oneId), pretend: null };
  if (!sandboxesAllowed) return null;
  const secret = createHmac('sha256', signIn.clientSecret).update('pretend-oneid').digest('hex');
  const settings = pretendOneIdSettings(signIn.identityUrl, secret);
  const pretend = pretendOneIdRoutes({ config, settings, redirectUri, redis: deps.redis, namespace });
  return { offer: offer('test', settings), pretend };
}
