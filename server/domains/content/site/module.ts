import type { Mail } from '#server/integrations/email/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { NotificationContent } from '#shared/notifications/templates.ts';
import { forwardMessage } from './forward-message.ts';
import { siteFactsOf } from './site-facts.ts';
import { SITE_EVENTS } from './site.events.ts';
import { createSiteRepository } from './site.repository.ts';
import { createVisitors } from './visitors.ts';
import { CONTACT_DAYS, SITE_PERSONAL_DATA } from './personal-data.ts';

interface SiteNeeds extends Pick<Base, 'config' | 'database' | 'redis'> {
  notifications: {
    notify(tx: AnyDb, message: NotificationContent & { personId: string; key: string }): Promise<void>;
  };
  /** `mail` null: no mail server is configured, and messages to the operator stay in the database. */
  gateways: { mail: Mail | null };
}

export const siteModule = defineModule({
  name: 'site',
  personalData: SITE_PERSONAL_DATA,
  create: ({ config, database, redis }: SiteNeeds) => ({
    siteFacts: siteFactsOf(config),
    site: createSiteRepository(database.db),
    visitors: createVisitors(redis, config.redisNamespace),
  }),
  listeners: ({ config, site, gateways, notifications }) => ({
    [SITE_EVENTS.contactWritten]: [
      {
        name: 'forward-contact',
        handle: ({ number }) =>
          forwardMessage(
            { messages: site, mail: gateways.mail, operator: config.supportEmail },
            Number(number),
          ),
      },
    ],
    [SITE_EVENTS.contactAnswered]: [
      {
        name: 'tell-contact-answered',
        handle: ({ number, personId }, tx) =>
          notifications.notify(tx, {
            personId: String(personId),
            key: `contact-answered:${Number(number)}`,
            template: 'contact-answered',
            params: { number: Number(number) },
          }),
      },
    ],
  }),
  retention: ({ site }) => [
    { name: 'answered contact messages', days: CONTACT_DAYS, purge: (days) => site.purgeAnswered(days) },
  ],
});
