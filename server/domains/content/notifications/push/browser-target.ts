import { PUSH_PAYLOAD_MAX, type PushGateway } from '#server/integrations/push/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { ALERT_TERMS } from './alert-terms.ts';
import type { AlertTarget } from './deliver-alerts.ts';
import { createPushDeliveriesRepository, type DuePush } from './push-deliveries.repository.ts';
import { createPushSubscriptionsRepository } from './push-subscriptions.repository.ts';

/** As the service worker reads it (client/worker/payload.ts). */
function payloadOf({ title, body, path, key, lotId }: DuePush): string {
  const whole = { title, path: path ?? '/profile/messages', tag: lotId === null ? key : `outbid:${lotId}` };
  const text = JSON.stringify({ ...whole, body });
  if (Buffer.byteLength(text) <= PUSH_PAYLOAD_MAX) return text;
  // Messages of staff may be longer than push services take; the page shows them whole.
  const room = PUSH_PAYLOAD_MAX - Buffer.byteLength(JSON.stringify({ ...whole, body: '…' }));
  let short = '';
  let used = 0;
  for (const sign of body) {
    used += Buffer.byteLength(JSON.stringify(sign)) - 2;
    if (used > room) break;
    short += sign;
  }
  return JSON.stringify({ ...whole, body: `${short}…` });
}

/** Browsers of people. The device shows a message that was sent twice in place of the first. */
export function browserTarget(db: AnyDb, gateway: PushGateway): AlertTarget<DuePush> {
  const deliveries = createPushDeliveriesRepository(db);
  const subscriptions = createPushSubscriptionsRepository(db);
  return {
    anyDue: (kind) => deliveries.anyDue(kind, 'push'),
    claim: (kind, limit) => deliveries.claimForBrowsers(kind, limit),
    async send(due, leftS) {
      const { ttlS, urgency } = ALERT_TERMS[due.topic];
      await gateway.send(due, {
        payload: payloadOf(due),
        ttlS: Math.min(ttlS, leftS),
        urgency,
        ...(due.lotId === null ? {} : { replaces: `outbid-${due.lotId}` }),
      });
      await subscriptions.noteSent(due.subscriptionId);
    },
    forget: ({ subscriptionId }) => subscriptions.drop(subscriptionId),
  };
}
