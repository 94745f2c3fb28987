import type { Config } from '#server/platform/config/index.ts';

/** The settings the site reads; the whole Config fits. */
export type IdentitySiteConfig = Pick<
  Config,
  | 'publicUrl'
  | 'reach'
  | 'sandboxesAllowed'
  | 'signIn'
  | 'oneId'
  | 'secondFactorKey'
  | 'previousSecondFactorKey'
  | 'proxyHops'
  | 'redisNamespace'
  | 'rateLimitFactor'
  | 'supportPhone'
  | 'supportEmail'
>;
