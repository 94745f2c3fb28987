/** The shipped identity site: a separate site (process, origin, cookies) that registers people and signs them in. */
import type { Database } from '#server/platform/database/index.ts';
import { listen, type Listening } from '#server/platform/http/listen.ts';
import { forAllowedHosts } from '#server/platform/http/allowed-hosts.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import { createProofOfWork } from '#server/platform/proof-of-work/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';
import { createIdentityAccountRepository } from './identity-accounts.repository.ts';
import { createRegistrationsRepository } from './registrations.repository.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { createRegistering } from './confirm-registration.ts';
import { createDirectory } from './directory.ts';
import type { InvitationDoor, KeyDoor } from '../port.ts';
import { createHashing } from './hashing.ts';
import { loadSiteKeys } from './site-keys.repository.ts';
import type { IdentitySiteConfig } from './settings.ts';
import { openOneId } from './outside/open-outside.ts';
import { createProvenNumbers } from './outside/proven-numbers.repository.ts';
import { createPasswordReset, type PasswordResetDeps } from './password-reset.ts';
import { createFactorRepository } from './factors/factors.repository.ts';
import { createPasskeys } from './factors/passkeys.ts';
import { createSecondFactors } from './factors/second-factors.ts';
import { createSecretBox } from '#server/platform/secret-box/index.ts';
import { createSignInProof } from './sign-in-proof.ts';
import { endSiteSessions, purgeRecords } from './site-sessions.repository.ts';

const PURGE_EVERY_MS = 10 * 60_000;

export interface IdentitySiteParts {
  config: IdentitySiteConfig;
  database: Pick<Database, 'db'>;
  jobsRedis: JobsRedis;
  /** Codes for people who register or forgot the password. */
  codes: OneTimeCodes;
  /** Ends sessions of the product; see `PasswordResetDeps`. */
  endSessions: PasswordResetDeps['endSessions'];
  /** Invitations to the staff. */
  invitations: InvitationDoor;
  /** Keys of electronic signatures; null: people cannot sign in with them. */
  keyDoor: KeyDoor | null;
  /** Of the product: the answer to requests for another host. */
  texts: Texts;
  logger: Logger;
}

export interface IdentitySite {
  /** Starts answering at `signIn.identityPort`; resolves with the port. */
  listen(): Promise<{ port: number }>;
  close(): Promise<void>;
}

/**
 * The OpenID library warns, when loaded, of every Node release that is not yet marked LTS. Ours is pinned and tested:
 * the warning goes to the log, not to the console of the person who starts the platform.
 */
async function loadSiteApp(logger: Logger) {
  const { warn } = console;
  // oxlint-disable-next-line no-console -- what the library says is passed on
  console.warn = (sentence: unknown) => logger.debug({ library: 'oidc-provider' }, String(sentence));
  try {
    return await import('./identity-site.routes.ts');
  } finally {
    // oxlint-disable-next-line no-console -- as it was
    console.warn = warn;
  }
}

/** The language of an account or a registration; undefined where there is neither. */
export function openLanguages({ db }: Pick<IdentitySiteParts['database'], 'db'>) {
  const accounts = createIdentityAccountRepository(db);
  const registrations = createRegistrationsRepository(db);
  return async (id: string) =>
    (await accounts.byId(id))?.language ?? (await registrations.byId(id))?.language;
}

/** Builds the site; keys are read or, the first time, made. Connections stay the caller's. */
export async function createIdentitySite(parts: IdentitySiteParts): Promise<IdentitySite> {
  const { config, database, jobsRedis, texts, logger } = parts;
  const hashing = createHashing();
  const { redisNamespace: namespace, signIn } = config;
  const attempts = createSignInLimits(jobsRedis, namespace, config.rateLimitFactor);
  const proofs = createProofOfWork({
    redis: jobsRedis,
    namespace,
    secret: signIn.clientSecret,
    previousSecret: signIn.previousClientSecret,
    purpose: 'proof of work for a sign-in',
  });
  const { createSiteApp } = await loadSiteApp(logger);
  const directory = createDirectory({
    accounts: createIdentityAccountRepository(database.db),
    hashing,
    endSessions: (id) => endSiteSessions(database.db, id),
    forgetRegistrations: (of) => createRegistrationsRepository(database.db).forget(of),
    clearFactors: (id) => createFactorRepository(database.db).clear(id),
  });
  const registering = createRegistering({
    db: database.db,
    directory,
    hashing,
    codes: parts.codes,
    onProblem: (error) => logger.warn({ err: error }, 'registration'),
  });
  const app = createSiteApp({
    config,
    db: database.db,
    keys: await loadSiteKeys(database.db),
    directory,
    attempts,
    reset: createPasswordReset({
      db: database.db,
      directory,
      hashing,
      attempts,
      codes: parts.codes,
      endSessions: parts.endSessions,
      onProblem: (error) => logger.warn({ err: error }, 'password reset'),
    }),
    invitations: parts.invitations,
    registering,
    numbers: createProvenNumbers(database.db),
    keyDoor: parts.keyDoor,
    texts,
    oneId: openOneId(config, { redis: jobsRedis, logger }),
    proof: createSignInProof({ attempts, proofs, logger }),
    factors: createSecondFactors({
      db: database.db,
      box: createSecretBox('second factor', config.secondFactorKey, config.previousSecondFactorKey),
      passkeys: createPasskeys(signIn.identityUrl),
    }),
    logger,
  });
  let listening: Listening | null = null;
  let purging: NodeJS.Timeout | undefined;

  return {
    async listen() {
      const { listenOn, hostNames } = config.reach;
      const options = { port: config.signIn.identityPort, host: listenOn };
      listening = await listen(forAllowedHosts(hostNames, texts, app), options);
      const purge = () => {
        // Retried by the next purge.
        Promise.all([purgeRecords(database.db), registering.purge()]).catch((error: unknown) =>
          logger.warn({ err: error }, 'purge failed'),
        );
      };
      // Also at start: a site that is restarted often must purge as well.
      purge();
      purging = setInterval(purge, PURGE_EVERY_MS);
      purging.unref();
      return { port: listening.port };
    },
    async close() {
      clearInterval(purging);
      await listening?.close();
    },
  };
}
