import {
  createInvitationDoor,
  createInvitationTokens,
  createPasswords,
} from '#server/domains/people/accounts/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createCodeSender } from '#server/domains/content/notifications/index.ts';
import { openKeySignIn } from '#server/integrations/e-signature/index.ts';
import { openMail } from '#server/integrations/email/index.ts';
import { createIdentitySite, openLanguages } from '#server/identity/site/index.ts';
import { openSms } from '#server/integrations/sms/index.ts';
import { createOneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import { createSandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';
import { DEFAULT_LANGUAGE } from '#shared/i18n/languages.ts';
import type { Platform } from './platform.ts';
import type { Started } from './started.ts';

/** Codes for people who register or forgot the password, by the same gateways and limits as all others. */
function codesOf({ config, database, texts, metrics, logger }: Platform) {
  const outbox = createSandboxOutbox(database.db);
  const languageOf = openLanguages(database);
  return createOneTimeCodes({
    db: database.db,
    secret: config.sessionSecret,
    previousSecret: config.previousSessionSecret,
    factor: config.rateLimitFactor,
    sender: createCodeSender({
      sms: openSms(config, outbox),
      mail: openMail(config, outbox),
      texts,
      languageOf: async (id) => (await languageOf(id)) ?? DEFAULT_LANGUAGE,
    }),
    onEvent: (event, purpose) => metrics.codes.inc({ purpose, event }),
    onProblem: (error, channel) => logger.warn({ err: error, channel }, 'code not sent'),
  });
}

/** The shipped sign-in site, on its own origin. */
export async function startIdentityProcess(platform: Platform): Promise<Started> {
  const { config, database, redis, sessions, texts, logger, shutdown } = platform;
  const keyDoor = openKeySignIn({ config, db: database.db, redis, logger });
  const actions = createActionLog(database.db);
  const passwords = createPasswords({ db: database.db, sessions, actions });
  const tokens = createInvitationTokens(config.sessionSecret, config.previousSessionSecret);
  const site = await createIdentitySite({
    config,
    database,
    jobsRedis: redis,
    texts,
    logger,
    codes: codesOf(platform),
    keyDoor,
    invitations: createInvitationDoor({ db: database.db, tokens, actions }),
    endSessions: (accountId, beforeMs) => passwords.endSessionsBefore(accountId, beforeMs),
  });
  const { port } = await site.listen();
  shutdown.add('identity site', () => site.close());
  logger.info({ port, address: config.signIn.identityUrl }, 'sign-in site');
  return {};
}
