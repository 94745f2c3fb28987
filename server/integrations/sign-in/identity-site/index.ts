/** The shipped identity site: a site of its own (process, origin, cookies) that registers people and signs them in. */
import type { Config } from '#server/platform/config/index.ts';
import type { Database } from '#server/platform/database/index.ts';
import { listen, type Listening } from '#server/platform/http/listen.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';
import { createIdentityAccountRepository } from './accounts.repository.ts';
import { createAttempts } from './attempts.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createHashing } from './hashing.ts';
import { createSiteApp } from './identity-site.routes.ts';
import { loadSiteKeys } from './keys.repository.ts';
import { purgeRecords } from './records.repository.ts';

export type { Created, DemoAccount, Directory, NewAccount } from './directory.ts';
export { HashingBusy } from './hashing.ts';

const PURGE_EVERY_MS = 10 * 60_000;

/** The settings the site reads; the whole Config fits. */
export type IdentitySiteConfig = Pick<
  Config,
  | 'publicUrl'
  | 'signIn'
  | 'proxyHops'
  | 'redisNamespace'
  | 'rateLimitFactor'
  | 'supportPhone'
  | 'supportEmail'
> & { host?: string | undefined };

export interface IdentitySiteParts {
  config: IdentitySiteConfig;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the site's repositories name their own tables
  database: Pick<Database<any>, 'db'>;
  jobsRedis: JobsRedis;
  logger: Logger;
}

export interface IdentitySite {
  /** Starts answering at `signIn.identityPort`; resolves with the port. */
  listen(): Promise<{ port: number }>;
  close(): Promise<void>;
}

/** Who can sign in at the shipped site: for staff commands and demo people, which need no running site. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
export function openDirectory(database: Pick<Database<any>, 'db'>): Directory {
  return createDirectory(createIdentityAccountRepository(database.db), createHashing());
}

/** Builds the site; keys are read or, the first time, made. Connections stay the caller's. */
export async function createIdentitySite(parts: IdentitySiteParts): Promise<IdentitySite> {
  const { config, database, jobsRedis, logger } = parts;
  const hashing = createHashing();
  const app = createSiteApp({
    config,
    db: database.db,
    keys: await loadSiteKeys(database.db),
    directory: createDirectory(createIdentityAccountRepository(database.db), hashing),
    attempts: createAttempts(jobsRedis, config.redisNamespace, config.rateLimitFactor),
    logger,
  });
  let listening: Listening | null = null;
  let purging: NodeJS.Timeout | undefined;

  return {
    async listen() {
      const options = { port: config.signIn.identityPort };
      listening = await listen(app, config.host ? { ...options, host: config.host } : options);
      purging = setInterval(() => {
        // A failed purge is repeated by the next one; expired records are refused without it too.
        purgeRecords(database.db).catch((error: unknown) => logger.warn({ err: error }, 'purge failed'));
      }, PURGE_EVERY_MS);
      purging.unref();
      return { port: listening.port };
    },
    async close() {
      clearInterval(purging);
      await listening?.close();
    },
  };
}
