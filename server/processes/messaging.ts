import type { Person } from '#server/domains/accounts/index.ts';
import { createCodeSender, createPostOffice, type Reachable } from '#server/domains/notifications/index.ts';
import { openMail } from '#server/integrations/email/index.ts';
import { openSms } from '#server/integrations/sms/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { createOneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import { createPersonNews } from '#server/platform/realtime/index.ts';
import { createTwinOutbox } from '#server/platform/twin-outbox/index.ts';
import { DEFAULT_LANGUAGE } from '#shared/i18n/languages.ts';
import type { Platform } from './platform.ts';

export type Messaging = ReturnType<typeof createMessaging>;

/** Everything that reaches people outside of a page's own answers: codes, messages, letters, SMS, live news. */
export function createMessaging(
  {
    config,
    database: { db },
    redis,
    texts,
    metrics,
    logger,
  }: Pick<Platform, 'config' | 'database' | 'redis' | 'texts' | 'metrics' | 'logger'>,
  personById: (id: string) => Promise<Person | null>,
) {
  const outbox = createTwinOutbox(db);
  const sms = openSms(config, outbox);
  const mail = openMail(config, outbox);
  const news = createPersonNews(redis, config.redisNamespace);

  /** Nothing personal goes to an address that may be somebody else's. */
  const reachable = async (id: string): Promise<Reachable | null> => {
    const person = await personById(id);
    if (!person) return null;
    return {
      language: person.language,
      email: person.emailConfirmed ? person.email : null,
      phone: person.phoneConfirmed ? person.phone : null,
    };
  };

  /** Codes kept in the given database: in a transaction, what a code confirms and its use are one. */
  const codesIn = (database: AnyDb) =>
    createOneTimeCodes({
      db: database,
      secret: config.sessionSecret,
      factor: config.rateLimitFactor,
      sender: createCodeSender({
        ...{ sms, mail, texts },
        languageOf: async (id) => (await personById(id))?.language ?? DEFAULT_LANGUAGE,
      }),
      onEvent: (event, purpose) => metrics.codes.inc({ purpose, event }),
      onProblem: (error, channel) => logger.warn({ err: error, channel }, 'code not sent'),
    });
  const codes = codesIn(db);

  const postOffice = createPostOffice({
    ...{ db, texts, person: reachable },
    publicUrl: () => config.publicUrl,
    // Other screens of the same person hear of it by themselves; while Redis is away they ask when they come back.
    changed: (personId) =>
      news
        .publish(personId, { kind: 'messages' })
        .catch((error: unknown) => logger.warn({ err: error }, 'news of a read message not sent')),
  });
  return { codes, codesIn, news, postOffice, outbox, gateways: { sms, mail } };
}
