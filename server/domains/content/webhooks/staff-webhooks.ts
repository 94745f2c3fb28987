import type { createTurningDown } from '#server/domains/people/accounts/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { DeliveryState } from '#shared/api/cabinet/webhooks.ts';
import type { StaffWebhookDelivery } from '#shared/api/console/console-webhooks.ts';
import { createWebhookDeliveriesRepository } from './webhook-deliveries.repository.ts';
import { staffDeliveryView } from './webhook-views.ts';
import { createWebhooksRepository } from './webhooks.repository.ts';
import type { RecordWebhookAction } from './webhooks.service.ts';

export interface StaffWebhooksDeps {
  db: AnyDb;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  record: RecordWebhookAction;
  turning: Pick<ReturnType<typeof createTurningDown>, 'mustMayAsk' | 'turnDown'>;
  /** Tells the owner in the transaction of it. */
  tellOwner(
    tx: AnyDb,
    of: { personId: string; webhookId: number; url: string; atMs: number; reason: string },
  ): Promise<void>;
  now: () => number;
}

export type StaffWebhooks = ReturnType<typeof createStaffWebhooks>;

/** Listeners of all people, for staff. */
export function createStaffWebhooks({ db, namesOf, record, turning, tellOwner, now }: StaffWebhooksDeps) {
  const deliveries = createWebhookDeliveriesRepository(db);
  return {
    async page(query: { state: DeliveryState | 'all'; lotId?: number; page: number; size: number }) {
      const { page, size, ...filter } = query;
      const found = await deliveries.page(filter, { limit: size, offset: (page - 1) * size });
      const names = await namesOf([...new Set(found.items.map(({ personId }) => personId))]);
      const items: StaffWebhookDelivery[] = found.items.map((row) => staffDeliveryView(row, names));
      return { items, total: found.total, page, size };
    },

    /** Safe to repeat. 404 where the person has no such listener, 409 `turned-down-before` for who has switched five of them off. */
    async switchOff(
      of: { personId: string; id: number },
      reason: string,
      by: { personId: string; address: string },
    ): Promise<void> {
      await inTransaction(db, async (tx) => {
        const webhooks = createWebhooksRepository(tx);
        const row = await webhooks.one(of);
        if (!row) throw notFound();
        const at = new Date(now());
        if (!(await webhooks.switchOff(of.id, at, 'staff', reason))) return;
        await turning.turnDown(tx, `webhook:${of.personId}`, { by: by.personId });
        const done = { type: 'account', result: 'done', reason } as const;
        await record({ ...done, personId: of.personId, action: 'webhook-off' }, tx);
        await record({ ...done, ...by, action: 'switched-webhook-off' }, tx);
        const { url } = row;
        await tellOwner(tx, { personId: of.personId, webhookId: of.id, url, atMs: at.getTime(), reason });
      });
    },
  };
}
