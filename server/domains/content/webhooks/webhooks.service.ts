import {
  WEBHOOKS_MAX,
  type WebhookDeliveryView,
  type WebhookEvent,
  type WebhookView,
} from '#shared/api/cabinet/webhooks.ts';
import type { ListenerCalls } from '#server/integrations/listeners/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type { SecretBox } from '#server/platform/secret-box/index.ts';
import { newWebhookSecret, secretInWords } from './sign-message.ts';
import { createWebhookDeliveriesRepository } from './webhook-deliveries.repository.ts';
import { deliveryView, webhookView } from './webhook-views.ts';
import { createWebhooksRepository, type WebhookRow } from './webhooks.repository.ts';

/** How long the secret before the last one signs too, ms. */
const OVERLAP_MS = 24 * 3_600_000;

interface WebhookWish {
  url: string;
  events: readonly WebhookEvent[];
  categoryId: number | null;
  regionId: number | null;
}

interface WebhookAction {
  personId: string;
  type: 'account';
  action:
    | 'webhook-created'
    | 'webhook-rotated'
    | 'webhook-deleted'
    | 'webhook-off'
    | 'switched-webhook-off'
    | 'switched-host-off'
    | 'switched-host-on';
  result: 'done';
  reason: string;
  address?: string;
}

/** Provided by the log of actions. @param tx the transaction of the logged change */
export type RecordWebhookAction = (action: WebhookAction, tx: AnyDb) => Promise<void>;

export interface WebhooksDeps {
  db: AnyDb;
  calls: Pick<ListenerCalls, 'check'>;
  box: SecretBox;
  record: RecordWebhookAction;
  /** Is there such a category and region? null: any. */
  isFilter(of: Pick<WebhookWish, 'categoryId' | 'regionId'>): Promise<boolean>;
  now: () => number;
}

export interface Webhooks {
  list(personId: string): Promise<WebhookView[]>;
  /** 422 `webhooks.too-many`, `webhooks.address`, `webhooks.host-off`, `webhooks.unknown-filter`. */
  create(
    personId: string,
    wish: WebhookWish,
    address: string,
  ): Promise<{ secret: string; shown: WebhookView }>;
  /** 404 where the person has no such listener; so do those below. */
  demandOwn(personId: string, id: number): Promise<void>;
  rotate(personId: string, id: number, address: string): Promise<{ secret: string; shown: WebhookView }>;
  /** 409 `webhooks.off-by-staff`, 422 `webhooks.host-off`. */
  switchOn(personId: string, id: number): Promise<WebhookView>;
  remove(personId: string, id: number, address: string): Promise<void>;
  deliveries(
    personId: string,
    id: number,
    page: { limit: number; offset: number },
  ): Promise<{ items: WebhookDeliveryView[]; total: number }>;
  /** 409 `webhooks.off`, 422 `webhooks.host-off`. */
  replay(personId: string, deliveryId: number): Promise<WebhookDeliveryView>;
  /** Encrypts secrets under the key in force and drops those that sign no more. Safe to repeat. Rejects with all that neither key opens. */
  renewSecrets(): Promise<void>;
}

/** Listeners of a person. */
export function createWebhooks({ db, calls, box, record, isFilter, now }: WebhooksDeps): Webhooks {
  const webhooks = createWebhooksRepository(db);
  const deliveries = createWebhookDeliveriesRepository(db);
  const view = (row: WebhookRow) => webhookView(row, now());

  async function mine(tx: AnyDb, personId: string, id: number): Promise<WebhookRow> {
    const row = await createWebhooksRepository(tx).one({ personId, id });
    if (!row) throw notFound();
    return row;
  }

  async function checkAddress(url: string): Promise<void> {
    try {
      await calls.check(url);
    } catch {
      // Refused, or its name is unknown: why would tell a stranger what there is on the inside.
      throw ruleForbids('webhooks.address');
    }
  }

  return {
    list: async (personId) => (await webhooks.of(personId)).map(view),

    async create(personId, wish, address) {
      await checkAddress(wish.url);
      if (!(await isFilter(wish))) throw ruleForbids('webhooks.unknown-filter');
      const secret = newWebhookSecret();
      const events = [...new Set(wish.events)];
      const row = await inTransaction(db, async (tx) => {
        const sealed = box.seal(personId, secret);
        const wished = { ...wish, personId, events, secret: sealed };
        const added = await createWebhooksRepository(tx).add(wished, WEBHOOKS_MAX);
        if (!added) throw ruleForbids('webhooks.too-many', { values: { max: WEBHOOKS_MAX } });
        if (added.host_off) throw ruleForbids('webhooks.host-off');
        const { url: reason } = added;
        await record(
          { personId, type: 'account', action: 'webhook-created', result: 'done', reason, address },
          tx,
        );
        return added;
      });
      return { secret: secretInWords(secret), shown: view(row) };
    },

    async demandOwn(personId, id) {
      await mine(db, personId, id);
    },

    async rotate(personId, id, address) {
      const secret = newWebhookSecret();
      const row = await inTransaction(db, async (tx) => {
        const { secret: previous, url: reason } = await mine(tx, personId, id);
        await record(
          { personId, type: 'account', action: 'webhook-rotated', result: 'done', reason, address },
          tx,
        );
        return createWebhooksRepository(tx).setSecret(id, box.seal(personId, secret), {
          secret: previous,
          until: new Date(now() + OVERLAP_MS),
        });
      });
      return { secret: secretInWords(secret), shown: view(row) };
    },

    async switchOn(personId, id) {
      const row = await inTransaction(db, async (tx) => {
        const { off_why, host_off } = await mine(tx, personId, id);
        if (host_off) throw ruleForbids('webhooks.host-off');
        if (off_why === 'staff') throw conflict('webhooks.off-by-staff');
        return createWebhooksRepository(tx).switchOn(id, new Date(now()));
      });
      return view(row);
    },

    async remove(personId, id, address) {
      await inTransaction(db, async (tx) => {
        const { url: reason } = await mine(tx, personId, id);
        await record(
          { personId, type: 'account', action: 'webhook-deleted', result: 'done', reason, address },
          tx,
        );
        await createWebhooksRepository(tx).remove(id);
      });
    },

    async deliveries(personId, id, page) {
      await mine(db, personId, id);
      const { items, total } = await deliveries.of(id, page);
      return { items: items.map(deliveryView), total };
    },

    async replay(personId, deliveryId) {
      const row = await inTransaction(db, async (tx) => {
        const inside = createWebhookDeliveriesRepository(tx);
        const of = await inside.listenerOf(personId, deliveryId);
        if (!of) throw notFound();
        const { off_at, host_off } = await mine(tx, personId, of.webhookId);
        if (host_off) throw ruleForbids('webhooks.host-off');
        if (off_at) throw conflict('webhooks.off');
        return inside.again(deliveryId, new Date(now()));
      });
      return deliveryView(row);
    },

    async renewSecrets() {
      await webhooks.dropOldSecrets(new Date(now()));
      const failures: unknown[] = [];
      for (const row of await webhooks.secrets()) {
        for (const column of ['secret', 'previous_secret'] as const) {
          const sealed = row[column];
          try {
            const renewed = sealed && box.reseal(row.person_id, sealed);
            if (renewed) await webhooks.replace(row.id, column, sealed, renewed);
          } catch (error) {
            // The others do not wait for one that no key opens.
            failures.push(error);
          }
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} secrets not renewed`);
    },
  };
}
