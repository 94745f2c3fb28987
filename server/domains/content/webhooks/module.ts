import { createTurningDown, type IsSamePerson } from '#server/domains/people/accounts/index.ts';
import { createListenerCalls } from '#server/integrations/listeners/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createSecretBox } from '#server/platform/secret-box/index.ts';
import type { WebhookEvent } from '#shared/api/cabinet/webhooks.ts';
import type { NotificationContent } from '#shared/notifications/templates.ts';
import { createWebhookDelivery } from './deliver-webhooks.ts';
import { WEBHOOK_DELIVERIES_DAYS, WEBHOOKS_PERSONAL_DATA } from './personal-data.ts';
import { queueLotNews, type LotFacts } from './queue-lot-news.ts';
import { createStaffHosts } from './staff-hosts.ts';
import { createStaffWebhooks, type StaffWebhooksDeps } from './staff-webhooks.ts';
import { createWebhookDeliveriesRepository } from './webhook-deliveries.repository.ts';
import { switchedOffHostsExport, webhookDeliveriesExport } from './webhooks-export.ts';
import { LOT_NEWS_EVENTS } from './webhooks.events.ts';
import { createWebhooks, type RecordWebhookAction } from './webhooks.service.ts';

const DELIVER_MS = 1_000;
const RENEW_SECRETS_MS = 3_600_000;

interface WebhooksNeeds extends Pick<Base, 'config' | 'database' | 'logger'> {
  actions: { record: RecordWebhookAction };
  lots: LotFacts;
  isSamePerson: IsSamePerson;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  notifications: {
    notify(tx: AnyDb, message: NotificationContent & { personId: string; key: string }): Promise<void>;
  };
  reference: Pick<ReferenceService, 'categories' | 'regions'>;
}

export const webhooksModule = defineModule({
  name: 'webhooks',
  personalData: WEBHOOKS_PERSONAL_DATA,
  create({
    config,
    database: { db },
    logger,
    actions,
    namesOf,
    notifications,
    reference,
    ...needs
  }: WebhooksNeeds) {
    const calls = createListenerCalls({ toLoopback: config.test });
    const box = createSecretBox('webhooks', config.sessionSecret, config.previousSessionSecret);
    const now = () => Date.now();
    const record: RecordWebhookAction = (action, tx) => actions.record(action, tx);
    const ofStaff: StaffWebhooksDeps = {
      db,
      namesOf,
      record,
      turning: createTurningDown(needs.isSamePerson),
      now,
      tellOwner: (tx, { personId, webhookId, url, atMs, reason }) =>
        notifications.notify(tx, {
          personId,
          key: `webhook-off:${webhookId}:${atMs}`,
          template: 'webhook-off',
          params: { webhookUrl: url, reason },
        }),
    };
    return {
      webhooks: createWebhooks({
        db,
        calls,
        box,
        record,
        now,
        async isFilter({ categoryId, regionId }) {
          const [categories, regions] = await Promise.all([reference.categories(), reference.regions()]);
          return (
            (categoryId === null || categories.some(({ id }) => id === categoryId)) &&
            (regionId === null || regions.some(({ id }) => id === regionId))
          );
        },
      }),
      deliverWebhooks: createWebhookDelivery({
        db,
        calls,
        box,
        now,
        tellOwner: (tx, { personId, webhookId, url, atMs }) =>
          notifications.notify(tx, {
            personId,
            key: `webhook-failing:${webhookId}:${atMs}`,
            template: 'webhook-failing',
            params: { webhookUrl: url },
          }),
        onResult(result, error) {
          if (result === 'switched-off') logger.warn({ reason: error }, 'listener switched off');
        },
      }),
      staffWebhooks: createStaffWebhooks(ofStaff),
      staffHosts: createStaffHosts(ofStaff),
    };
  },
  listeners: ({ lots }) => ({
    [LOT_NEWS_EVENTS.lotNews]: [
      {
        name: 'queue-webhooks',
        handle: ({ event, lotId }, tx) =>
          queueLotNews(tx, lots, { event: event as WebhookEvent, lotId: Number(lotId) }, Date.now()),
      },
    ],
  }),
  jobs: ({ deliverWebhooks, webhooks }) => [
    { name: 'deliver to listeners', everyMs: DELIVER_MS, run: () => deliverWebhooks() },
    { name: 'renew secrets of listeners', everyMs: RENEW_SECRETS_MS, run: () => webhooks.renewSecrets() },
  ],
  exports: ({ staffWebhooks, staffHosts }) => ({
    'console-webhooks': webhookDeliveriesExport(staffWebhooks),
    'console-switched-off-hosts': switchedOffHostsExport(staffHosts),
  }),
  retention: ({ database: { db } }) => [
    {
      name: 'deliveries to listeners',
      days: WEBHOOK_DELIVERIES_DAYS,
      purge: (days) => createWebhookDeliveriesRepository(db).purge(days),
    },
  ],
});
