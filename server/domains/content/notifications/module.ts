import { openMail } from '#server/integrations/email/index.ts';
import { createListenerCalls } from '#server/integrations/listeners/index.ts';
import { openPush } from '#server/integrations/push/index.ts';
import { openSms } from '#server/integrations/sms/index.ts';
import { openTelegram, TELEGRAM_UPDATES_PATH } from '#server/integrations/telegram/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createOneTimeCodes, watchCodes } from '#server/platform/one-time-codes/index.ts';
import { createPersonUpdates } from '#server/platform/realtime/index.ts';
import { createSandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/i18n/languages.ts';
import type { AlertChannel } from '#shared/notifications/channels.ts';
import type { TemplateName } from '#shared/notifications/templates.ts';
import { createCodeSender } from './one-time-code-sender.ts';
import { messagesExport } from './messages-export.ts';
import { createNotifications, createNotificationDelivery } from './notifications.ts';
import { NOTIFICATION_EVENTS, type FormerAddresses } from './notifications.events.ts';
import type { ContactAddresses } from './queue-deliveries.ts';
import { createMessageTexts, type MessageTextsDeps } from './own-texts/message-texts.service.ts';
import { DELIVERIES_DAYS, NOTIFICATIONS_PERSONAL_DATA, PUSH_DELIVERIES_DAYS } from './personal-data.ts';
import { browserTarget } from './push/browser-target.ts';
import { createDeliverAlerts, type DeliverAlertsDeps } from './push/deliver-alerts.ts';
import { createPushAlerts } from './push/push-alerts.ts';
import { createPushDeliveriesRepository, type DueAlert } from './push/push-deliveries.repository.ts';
import { createPushSubscriptions } from './push/push-subscriptions.service.ts';
import type { Notifications } from './notifications.ts';
import { createTelegramLinks } from './telegram/telegram-links.service.ts';
import { telegramTarget } from './telegram/telegram-target.ts';

const DELIVER_MS = 1_000;
const WATCH_CODES_MS = 300_000;

/** Messages into inboxes, for domains that only write them. */
export const notificationsModule = defineModule({
  name: 'notifications',
  create: ({ database }: Pick<Base, 'database'>) => ({ notifications: createNotifications(database.db) }),
});

interface Contacts {
  language: Language;
  email: string | null;
  emailConfirmed: boolean;
  phone: string | null;
  phoneConfirmed: boolean;
}

interface MessagingNeeds extends Pick<
  Base,
  'config' | 'database' | 'redis' | 'texts' | 'metrics' | 'logger'
> {
  accounts: { byId(id: string): Promise<Contacts | null> };
  actions: MessageTextsDeps['actions'];
  notifications: Notifications;
}

/** Everything that reaches people outside of a page's own answers: codes, messages, letters, SMS, live news. */
export const messagingModule = defineModule({
  name: 'messaging',
  personalData: NOTIFICATIONS_PERSONAL_DATA,
  create(needs: MessagingNeeds) {
    const { config, redis, texts, metrics, logger, accounts, actions, notifications } = needs;
    const { db } = needs.database;
    const pushGateway = openPush(config, createListenerCalls({ toLoopback: config.test }));
    const pushAlerts = createPushAlerts(db);
    const pushSubscriptions = createPushSubscriptions(db, pushGateway);
    const sandboxOutbox = createSandboxOutbox(db);
    const gateways = { sms: openSms(config, sandboxOutbox), mail: openMail(config, sandboxOutbox) };
    const telegram = openTelegram(config, sandboxOutbox);
    const telegramLinks = createTelegramLinks({
      db,
      gateway: telegram,
      notifications,
      reply: (language, name) => texts.text(language, `server:telegram.reply.${name}`, { stop: '/stop' }),
    });
    const personUpdates = createPersonUpdates(redis, config.redisNamespace);

    /** Nothing personal goes to an address that may be somebody else's. */
    const reachable = async (id: string): Promise<ContactAddresses | null> => {
      const person = await accounts.byId(id);
      if (!person) return null;
      return {
        language: person.language,
        email: person.emailConfirmed ? person.email : null,
        phone: person.phoneConfirmed ? person.phone : null,
      };
    };

    /** Codes stored in the given database: in a transaction, what a code confirms and its use are one. */
    const codesIn = (database: AnyDb) =>
      createOneTimeCodes({
        db: database,
        secret: config.sessionSecret,
        previousSecret: config.previousSessionSecret,
        factor: config.rateLimitFactor,
        sender: createCodeSender({
          ...gateways,
          texts,
          languageOf: async (id) => (await accounts.byId(id))?.language ?? DEFAULT_LANGUAGE,
        }),
        onEvent: (event, purpose) => metrics.codes.inc({ purpose, event }),
        onProblem: (error, channel) => logger.warn({ err: error, channel }, 'code not sent'),
      });

    const onBrokenText = (error: unknown, template: TemplateName | null) =>
      logger.error({ err: error, template }, 'words of staff for a message not usable, shipped ones sent');
    const messageTexts = createMessageTexts({
      db,
      texts,
      actions,
      gateways,
      person: reachable,
      publicUrl: () => config.publicUrl,
      onBrokenText,
      onNotSent: (error, channel) => logger.warn({ err: error, channel }, 'test of a message not sent'),
    });
    const postOffice = createNotificationDelivery({
      db,
      texts,
      person: reachable,
      publicUrl: () => config.publicUrl,
      push: pushAlerts,
      onBrokenText,
      // Other screens of the same person receive it by themselves; while Redis is away they ask when they come back.
      changed: (personId) =>
        personUpdates
          .publish(personId, { kind: 'messages' })
          .catch((error: unknown) => logger.warn({ err: error }, 'news of a read message not sent')),
    });
    const resultsOf = (channel: AlertChannel): DeliverAlertsDeps<DueAlert>['onResult'] => {
      return (result, error) => {
        metrics.deliveries.inc({ channel, result });
        if (result === 'given-up') logger.warn({ err: error, channel }, 'alert not delivered, given up');
      };
    };
    const deliverPush = createDeliverAlerts({
      db,
      target: pushGateway && browserTarget(db, pushGateway),
      onResult: resultsOf('push'),
    });
    const deliverTelegram = createDeliverAlerts({
      db,
      target:
        telegram &&
        telegramTarget(db, telegram, {
          publicUrl: () => config.publicUrl,
          open: (language) => texts.text(language, 'server:telegram.open'),
        }),
      onResult: resultsOf('telegram'),
    });
    return {
      codes: codesIn(db),
      codesIn,
      personUpdates,
      postOffice,
      messageTexts,
      sandboxOutbox,
      gateways,
      pushAlerts,
      pushSubscriptions,
      deliverPush,
      deliverTelegram,
      telegram,
      telegramLinks,
    };
  },
  exports: ({ postOffice }) => ({ messages: messagesExport(postOffice.inbox) }),
  listeners: ({ postOffice, personUpdates }) => ({
    [NOTIFICATION_EVENTS.messageWritten]: [
      {
        name: 'queue-deliveries',
        handle: ({ messageId, formerly = {} }, tx) =>
          postOffice.queue(tx, Number(messageId), formerly as FormerAddresses),
      },
      {
        name: 'publish-message',
        handle: ({ personId }) => personUpdates.publish(String(personId), { kind: 'messages' }),
      },
    ],
  }),
  commands: [
    {
      name: 'telegram updates',
      usage: 'telegram updates',
      about: 'has Telegram send what people write to the bot to PUBLIC_URL/telegram/updates',
      async run({ out, open }) {
        const { config, telegram } = open();
        if (telegram?.name !== 'bot') {
          out.error('there is no bot: TELEGRAM_BOT_TOKEN and TELEGRAM_BOT_NAME are not given');
          return 1;
        }
        const url = `${config.publicUrl}${TELEGRAM_UPDATES_PATH}`;
        try {
          await telegram.sendUpdatesTo(url);
        } catch (error) {
          // Not retried: the person who typed it reads why.
          out.error(error instanceof Error ? error.message : String(error));
          return 1;
        }
        out.line(`updates of the bot go to ${url}`);
        return 0;
      },
    },
  ],
  jobs: ({ postOffice, gateways, deliverPush, deliverTelegram, metrics, database }, log) => [
    { name: 'deliver alerts to browsers', everyMs: DELIVER_MS, run: () => deliverPush('message') },
    // On its own: an answer that is late holds up no browser.
    { name: 'deliver messages to Telegram', everyMs: DELIVER_MS, run: () => deliverTelegram('message') },
    {
      name: 'deliver messages',
      everyMs: DELIVER_MS,
      run: () =>
        postOffice.deliver(gateways, (channel, result, error) => {
          metrics.deliveries.inc({ channel, result });
          metrics.gatewayAnswers.setToCurrentTime({
            gateway: channel,
            result: result === 'sent' ? 'good' : 'bad',
          });
          if (result === 'later') log.warn({ err: error, channel }, 'message not delivered yet');
          if (result === 'given-up') log.error({ err: error, channel }, 'message not delivered, given up');
        }),
    },
    {
      name: 'watch codes',
      everyMs: WATCH_CODES_MS,
      async run() {
        const { sent, entered, suspicious } = await watchCodes(database.db);
        metrics.codesEntered.set(sent === 0 ? 1 : entered / sent);
        if (suspicious) log.warn({ sent, entered }, 'codes are asked for and hardly ever entered');
      },
    },
  ],
  retention: ({ postOffice, database: { db } }) => [
    { name: 'deliveries', days: DELIVERIES_DAYS, purge: (days) => postOffice.deliveries.purge(days) },
    {
      name: 'alerts in browsers',
      days: PUSH_DELIVERIES_DAYS,
      purge: (days) => createPushDeliveriesRepository(db).purge(days),
    },
  ],
});
