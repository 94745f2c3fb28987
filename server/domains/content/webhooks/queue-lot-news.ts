import type { AnyDb } from '#server/platform/database/index.ts';
import type { WebhookEvent } from '#shared/api/cabinet/webhooks.ts';
import type { LotCard, LotResult } from '#shared/api/site/lots.ts';
import { createWebhookDeliveriesRepository } from './webhook-deliveries.repository.ts';

/** What everybody may know of a lot, as public calls answer it. Provided by lots. */
export interface LotFacts {
  result(id: number): Promise<{ lot: LotCard; result: LotResult | null } | null>;
}

/**
 * Queues one piece of news for the listeners that asked for such, in the given transaction. The body is what the public call
 * `lots.result` answers of the lot at this instant.
 */
export async function queueLotNews(
  tx: AnyDb,
  lots: LotFacts,
  { event, lotId }: { event: WebhookEvent; lotId: number },
  nowMs: number,
): Promise<void> {
  const found = await lots.result(lotId);
  // Deleted meanwhile: there is no public page of it.
  if (!found) return;
  const { lot, result } = found;
  const body = JSON.stringify({
    type: event,
    timestamp: new Date(nowMs).toISOString(),
    data: { lot, result },
  });
  const { categoryId, groupId, regionId } = lot;
  await createWebhookDeliveriesRepository(tx).queue(
    { event, lotId, categoryId, groupId, regionId, body },
    new Date(nowMs),
  );
}
