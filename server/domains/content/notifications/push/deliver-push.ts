import { PUSH_PAYLOAD_MAX, PushNotTaken, type PushGateway } from '#server/integrations/push/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { createPushDeliveriesRepository, type DuePush } from './push-deliveries.repository.ts';
import { createPushSubscriptionsRepository } from './push-subscriptions.repository.ts';
import type { PushKind } from './push-tables.ts';
import { PUSH_TERMS } from './push-terms.ts';

/** Between attempts, s: 15 min in all. Afterwards the message is given up; it is in the inbox too. */
const WAITS_S = [2, 10, 60, 240, 600] as const;
const AT_ONCE = 20;

type PushResult = 'sent' | 'later' | 'given-up';

export interface DeliverPushDeps {
  db: AnyDb;
  /** null: nothing is sent to browsers; what waits expires. */
  gateway: PushGateway | null;
  onResult(result: PushResult, error?: unknown): void;
}

/** Is what it says still so? Asked right before it is sent. */
type StillTrue = (due: DuePush) => Promise<boolean>;

/**
 * Sends what is due of a kind. A process that dies between the answer and noting it sends again a minute later: the device
 * shows it in place of the first. Resolves with how many were sent.
 */
export type DeliverPush = (kind: PushKind, stillTrue?: StillTrue) => Promise<number>;

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

export function createDeliverPush({ db, gateway, onResult }: DeliverPushDeps): DeliverPush {
  const deliveries = createPushDeliveriesRepository(db);
  const subscriptions = createPushSubscriptionsRepository(db);

  async function deliverOne(open: PushGateway, due: DuePush, stillTrue: StillTrue): Promise<boolean> {
    const leftS = Math.floor((due.expiresAt.getTime() - Date.now()) / 1000);
    if (leftS <= 0 || !(await stillTrue(due))) {
      await deliveries.end(due, 'outdated');
      return false;
    }
    const { ttlS, urgency } = PUSH_TERMS[due.topic];
    try {
      await open.send(due, {
        payload: payloadOf(due),
        ttlS: Math.min(ttlS, leftS),
        urgency,
        ...(due.lotId === null ? {} : { replaces: `outbid-${due.lotId}` }),
      });
    } catch (error) {
      await notTaken(due, error);
      return false;
    }
    await deliveries.end(due, 'sent');
    onResult('sent');
    return true;
  }

  async function notTaken(due: DuePush, error: unknown): Promise<void> {
    const why = error instanceof PushNotTaken ? error.why : 'later';
    const text = error instanceof Error ? error.message : String(error);
    const waitS = WAITS_S[due.attempts - 1];
    if (why === 'gone') {
      // Not an error: the person took the permission back, or removed the browser.
      await subscriptions.drop(due.subscriptionId);
      return;
    }
    if (why === 'later' && waitS !== undefined) {
      await deliveries.tryLater(due.id, waitS, text);
      onResult('later', error);
      return;
    }
    await deliveries.end(due, 'given-up', text);
    onResult('given-up', error);
  }

  return async (kind, stillTrue = () => Promise.resolve(true)) => {
    if (!gateway) return 0;
    let sent = 0;
    for (;;) {
      const batch = await deliveries.claim(kind, AT_ONCE);
      const results = await Promise.all(batch.map((due) => deliverOne(gateway, due, stillTrue)));
      sent += results.filter(Boolean).length;
      if (batch.length < AT_ONCE) return sent;
    }
  };
}
