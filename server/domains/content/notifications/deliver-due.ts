import { LetterRefused, type Mail } from '#server/integrations/email/index.ts';
import { SmsNotTaken, SmsRefused, type SmsGateway } from '#server/integrations/sms/index.ts';
import type { AddressChannel } from '#shared/notifications/channels.ts';
import type { DeliveriesRepository, Delivery } from './deliveries.repository.ts';
import { deliveryName } from './gateway-message-id.ts';

/** Back-off between attempts: 10 s … 4 h, a little over eight hours in total. After the last one delivery is abandoned. */
const WAITS_S = [10, 30, 120, 600, 1_800, 3_600, 7_200, 14_400] as const;
/** A message that may have been sent is not repeated before its report had time to arrive. */
const REPORTED_WITHIN_S = 120;
const AT_ONCE = 5;

type DeliveryResult = 'sent' | 'later' | 'given-up';

export interface DeliverDeps {
  deliveries: DeliveriesRepository;
  /** null: the channel is not configured; deliveries stay queued. */
  sms: SmsGateway | null;
  mail: Mail | null;
  onResult(channel: AddressChannel, result: DeliveryResult, error?: unknown): void;
}

/**
 * Sends due deliveries of one channel, at least once: a process that dies between the gateway's answer and recording it
 * sends again two minutes later, under the same id, unless the gateway's report arrived first. A gateway that accepts
 * none of a batch is not called again until the next round.
 */
export async function deliverDue(deps: DeliverDeps, channel: AddressChannel): Promise<number> {
  const { deliveries } = deps;
  const gateway = channel === 'sms' ? deps.sms : deps.mail;
  if (!gateway || !(await deliveries.anyDue(channel))) return 0;
  let sent = 0;
  for (;;) {
    const batch = await deliveries.claim(channel, AT_ONCE);
    const results = await Promise.all(batch.map((delivery) => deliverOne(deps, delivery)));
    const taken = results.filter((result) => result !== 'later').length;
    sent += results.filter((result) => result === 'sent').length;
    if (batch.length < AT_ONCE || taken === 0) return sent;
  }
}

async function deliverOne(deps: DeliverDeps, delivery: Delivery): Promise<DeliveryResult> {
  const { deliveries } = deps;
  const { id, channel } = delivery;
  let gatewayId: string | null;
  try {
    gatewayId = await hand(deps, delivery);
  } catch (error) {
    return notTaken(deps, delivery, error);
  }
  // Throws on failure: the message was sent, and an early retry would send it twice.
  await deliveries.markSent(id, gatewayId);
  deps.onResult(channel, 'sent');
  return 'sent';
}

async function notTaken(
  { deliveries, onResult }: DeliverDeps,
  { id, channel, attempts }: Delivery,
  error: unknown,
): Promise<DeliveryResult> {
  const waitS = WAITS_S[attempts - 1];
  const final = error instanceof SmsRefused || error instanceof LetterRefused;
  const why = error instanceof Error ? error.message : String(error);
  if (final || waitS === undefined) {
    // Not retried: refused permanently, or tried for hours. It stays in the inbox, and the row records why.
    await deliveries.giveUp(id, why);
    onResult(channel, 'given-up', error);
    return 'given-up';
  }
  const mayArrive = error instanceof SmsNotTaken && error.mayArrive;
  // Retried when it is due again.
  await deliveries.tryLater(id, mayArrive ? Math.max(waitS, REPORTED_WITHIN_S) : waitS, why);
  onResult(channel, 'later', error);
  return 'later';
}

/** The gateway's own id of the message, where there is one. */
async function hand({ sms, mail }: DeliverDeps, delivery: Delivery): Promise<string | null> {
  const id = deliveryName(delivery.id);
  if (delivery.channel === 'sms' && sms)
    return (await sms.send({ id, to: delivery.recipient, text: delivery.body })).gatewayId;
  await mail?.send({ id, to: delivery.recipient, subject: delivery.subject, text: delivery.body });
  return null;
}
