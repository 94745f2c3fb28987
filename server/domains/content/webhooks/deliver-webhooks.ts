import type { ListenerCalls } from '#server/integrations/listeners/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { SecretBox } from '#server/platform/secret-box/index.ts';
import { messageName, signedHeaders } from './sign-message.ts';
import { createWebhookDeliveriesRepository, type DueDelivery } from './webhook-deliveries.repository.ts';
import { createWebhooksRepository } from './webhooks.repository.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Between attempts: 1 min … 12 h, 2.9 days in all. After the last attempt the message is given up. */
export const WEBHOOK_WAITS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
] as const;
const AT_ONCE = 10;
/** A listener that has taken none of so many messages, given up so far apart, is switched off. */
const FAILED_MESSAGES = 3;
const FAILING_MS = 3 * 24 * HOUR_MS;

type WebhookResult = 'delivered' | 'later' | 'given-up' | 'switched-off';

interface Failure {
  /** null: there was no answer. */
  status: number | null;
  error: string;
}

export interface DeliverWebhooksDeps {
  db: AnyDb;
  calls: Pick<ListenerCalls, 'post'>;
  box: Pick<SecretBox, 'open'>;
  /** Tells the owner that a listener was switched off, in the transaction of it. */
  tellOwner(tx: AnyDb, of: { personId: string; webhookId: number; url: string; atMs: number }): Promise<void>;
  onResult(result: WebhookResult, error?: string): void;
  now: () => number;
}

/**
 * Sends what is due, at least once: a process that dies between the answer and noting it sends again a minute later, under
 * the same id. Resolves with how many were delivered.
 */
export function createWebhookDelivery(deps: DeliverWebhooksDeps): () => Promise<number> {
  const { db, calls, box, now, onResult } = deps;
  const deliveries = createWebhookDeliveriesRepository(db);

  /** null: taken. */
  async function send(due: DueDelivery): Promise<Failure | null> {
    const { personId, previousSecret, previousUntil } = due;
    const secrets = [due.secret];
    if (previousSecret && previousUntil && previousUntil.getTime() > now()) secrets.push(previousSecret);
    const id = messageName(due.messageId);
    let status: number;
    try {
      const opened = secrets.map((secret) => box.open(personId, secret));
      status = await calls.post(due.url, signedHeaders({ id, body: due.body }, opened, now()), due.body);
    } catch (error) {
      // Retried later: a listener that is away, slow, or whose address may not be called.
      return { status: null, error: error instanceof Error ? error.message : String(error) };
    }
    if (status < 200 || status > 299) return { status, error: `answered ${status}` };
    // Throws on failure: it was taken, and is sent again a minute later.
    await deliveries.markDelivered(due.id, status, new Date(now()));
    return null;
  }

  async function giveUp(tx: AnyDb, due: DueDelivery, failure: Failure, at: Date): Promise<WebhookResult> {
    const { personId, webhookId, url } = due;
    const inside = createWebhookDeliveriesRepository(tx);
    const webhooks = createWebhooksRepository(tx);
    // First: switching it off ends its other messages too, which another worker may be giving up.
    await webhooks.lock(webhookId);
    await inside.noteFailure(due.id, failure, { at, next: null });
    const { messages, overMs } = await inside.givenUp(webhookId, WEBHOOK_WAITS_MS.length + 1);
    if (messages < FAILED_MESSAGES || overMs < FAILING_MS) return 'given-up';
    if (!(await webhooks.switchOff(webhookId, at, 'failing', null))) return 'given-up';
    await deps.tellOwner(tx, { personId, webhookId, url, atMs: at.getTime() });
    return 'switched-off';
  }

  async function deliverOne(due: DueDelivery): Promise<WebhookResult> {
    const failure = await send(due);
    if (!failure) {
      onResult('delivered');
      return 'delivered';
    }
    const at = new Date(now());
    const waitMs = WEBHOOK_WAITS_MS[due.attempts - 1];
    if (waitMs !== undefined) {
      await deliveries.noteFailure(due.id, failure, { at, next: new Date(at.getTime() + waitMs) });
      onResult('later', failure.error);
      return 'later';
    }
    const result = await inTransaction(db, (tx) => giveUp(tx, due, failure, at));
    onResult(result, failure.error);
    return result;
  }

  return async () => {
    if (!(await deliveries.anyDue(new Date(now())))) return 0;
    let delivered = 0;
    for (;;) {
      // Before each batch: what the claim leaves out would take up places in it.
      await deliveries.endUnwanted(new Date(now()));
      const batch = await deliveries.claim(AT_ONCE, new Date(now()));
      const results = await Promise.all(batch.map(deliverOne));
      delivered += results.filter((result) => result === 'delivered').length;
      if (batch.length === 0) return delivered;
    }
  };
}
