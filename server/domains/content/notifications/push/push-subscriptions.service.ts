import type { PushGateway, PushTarget } from '#server/integrations/push/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type { Session } from '#server/platform/sessions/index.ts';
import {
  PUSH_SUBSCRIPTIONS_MAX,
  type PushSettings,
  type PushSubscriptionView,
} from '#shared/api/cabinet/push.ts';
import { createPushSubscriptionsRepository, type SubscriptionRow } from './push-subscriptions.repository.ts';

export interface PushSubscriptions {
  settings(session: Session): Promise<PushSettings>;
  /** 422 `push.off`, `push.address`, `push.too-many`. */
  subscribe(session: Session, target: PushTarget): Promise<PushSubscriptionView>;
  /** A person signed in where the endpoint belongs; false: nothing is shown there any more, as it was another person's or is unknown. */
  renew(session: Session, endpoint: string): Promise<boolean>;
  /** 404 where the person has no such browser. */
  remove(personId: string, id: number): Promise<void>;
  /** A session was ended: the browser in which it was gets nothing more. */
  sessionOver(handle: string): Promise<void>;
  /** All sessions that a person had at an instant (ms since 1970; undefined: now) were ended. */
  personOver(personId: string, atMs?: number): Promise<void>;
}

const viewOf = (row: SubscriptionRow, handle: string): PushSubscriptionView => ({
  id: row.id,
  browser: row.browser,
  system: row.system,
  createdAtMs: row.created_at.getTime(),
  sentAtMs: row.sent_at?.getTime() ?? null,
  current: row.session_handle === handle,
});

/** Browsers of people that get messages. */
export function createPushSubscriptions(db: AnyDb, gateway: PushGateway | null): PushSubscriptions {
  const subscriptions = createPushSubscriptionsRepository(db);
  return {
    async settings({ person, handle }) {
      const rows = await subscriptions.of(person.personId);
      return { publicKey: gateway?.publicKey ?? null, items: rows.map((row) => viewOf(row, handle)) };
    },

    async subscribe({ person, handle, extra }, target) {
      if (!gateway) throw ruleForbids('push.off');
      try {
        await gateway.check(target.endpoint);
      } catch {
        // Refused, or its name is unknown: why would tell a stranger what there is on the inside.
        throw ruleForbids('push.address');
      }
      const added = await inTransaction(db, (tx) =>
        createPushSubscriptionsRepository(tx).add(
          {
            ...target,
            personId: person.personId,
            sessionHandle: handle,
            browser: extra.browser ?? null,
            system: extra.system ?? null,
          },
          PUSH_SUBSCRIPTIONS_MAX,
        ),
      );
      if (!added) throw ruleForbids('push.too-many', { values: { max: PUSH_SUBSCRIPTIONS_MAX } });
      return viewOf(added, handle);
    },

    renew: ({ person, handle }, endpoint) =>
      inTransaction(db, (tx) =>
        createPushSubscriptionsRepository(tx).renew(endpoint, person.personId, handle),
      ),

    async remove(personId, id) {
      if (!(await subscriptions.remove(personId, id))) throw notFound();
    },

    sessionOver: (handle) => subscriptions.ofSessionOver(handle),
    personOver: (personId, atMs = Date.now()) => subscriptions.ofPersonOver(personId, new Date(atMs)),
  };
}
