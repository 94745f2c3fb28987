import type { WebhookDeliveryView, WebhookView } from '#shared/api/cabinet/webhooks.ts';
import type { StaffWebhookDelivery } from '#shared/api/console/console-webhooks.ts';
import { messageName } from './sign-message.ts';
import type { DeliveryRow, StaffDeliveryRow } from './webhook-deliveries.repository.ts';
import type { WebhookRow } from './webhooks.repository.ts';

export function webhookView(row: WebhookRow, nowMs: number): WebhookView {
  const until = row.previous_until?.getTime() ?? null;
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    categoryId: row.category_id,
    regionId: row.region_id,
    createdAtMs: row.created_at.getTime(),
    previousUntilMs: until !== null && until > nowMs ? until : null,
    off: row.host_off
      ? { ...row.host_off, why: 'host' }
      : row.off_at && row.off_why && { atMs: row.off_at.getTime(), why: row.off_why, reason: row.off_reason },
  };
}

export const deliveryView = (row: DeliveryRow): WebhookDeliveryView => ({
  id: row.id,
  messageId: messageName(row.messageId),
  event: row.event,
  lotId: row.lotId,
  state: row.state,
  attempts: row.attempts,
  createdAtMs: row.createdAt.getTime(),
  nextAtMs: row.state === 'waiting' ? row.nextAt.getTime() : null,
  answerStatus: row.answerStatus,
  error: row.error,
});

export const staffDeliveryView = (
  row: StaffDeliveryRow,
  names: ReadonlyMap<string, string>,
): StaffWebhookDelivery => ({
  ...deliveryView(row),
  webhookId: row.webhookId,
  url: row.url,
  off: row.off,
  owner: { id: row.personId, name: names.get(row.personId) ?? '' },
});
