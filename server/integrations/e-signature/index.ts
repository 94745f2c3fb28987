/** Electronic signatures: E-IMZO where it is configured, otherwise a development signer where local twins are allowed. */
import type { Config } from '#server/platform/config/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';
import { createDevelopmentSignature } from './development/development-signature.ts';
import { createDevelopmentSigner, type DevelopmentSigner } from './development/development-signer.ts';
import { createDevelopmentKeysRepository } from './development/development-keys.repository.ts';
import { connectEImzoServer } from './e-imzo/e-imzo-server.ts';
import { createEImzoSignature } from './e-imzo/e-imzo-signature.ts';
import type { ESignature } from './port.ts';

export type { Caller, CertificateFacts, ESignature, Refused, SignatureFacts, Verified } from './port.ts';
export type { DevelopmentKey, DevelopmentSigner } from './development/development-signer.ts';

/** Signing in with a key: what the sign-in site is given of it. */
export interface KeySignIn {
  port: Pick<ESignature, 'challenge' | 'authenticate'>;
  apiKeys: string[];
  /** The local twin's key, made out to anybody; null: people sign in the E-IMZO application. */
  signTest: DevelopmentSigner['signOnce'] | null;
}

/** Null: people cannot sign in with a key. */
export function openKeySignIn(parts: SigningParts): KeySignIn | null {
  if (parts.config.eImzo.url && !parts.config.eImzo.signIn) return null;
  const { port, development, apiKeys } = openESignature(parts);
  return port && { port, apiKeys, signTest: development ? development.signOnce : null };
}

export interface Signing {
  /** Null: not configured, and twins are not allowed; signing is unavailable. */
  port: ESignature | null;
  /** Null: people sign in the E-IMZO application. */
  development: DevelopmentSigner | null;
  /** Pairs of domain and key for the E-IMZO application. */
  apiKeys: string[];
}

export interface SigningParts {
  config: Pick<Config, 'eImzo' | 'sandboxesAllowed' | 'redisNamespace'>;
  db: AnyDb;
  redis: JobsRedis;
  logger: Logger;
}

export function openESignature({ config, db, redis, logger }: SigningParts): Signing {
  const { eImzo, sandboxesAllowed, redisNamespace: namespace } = config;
  if (eImzo.url) {
    const server = connectEImzoServer(eImzo.url);
    return { port: createEImzoSignature({ server, logger }), development: null, apiKeys: eImzo.apiKeys };
  }
  if (!sandboxesAllowed) return { port: null, development: null, apiKeys: [] };
  const keys = createDevelopmentKeysRepository(db);
  return {
    port: createDevelopmentSignature({ keys, redis, namespace }),
    development: createDevelopmentSigner(keys),
    apiKeys: [],
  };
}
