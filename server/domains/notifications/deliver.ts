import { LetterRefused, type Mail } from '#server/integrations/email/index.ts';
import { SmsNotTaken, SmsRefused, type SmsGateway } from '#server/integrations/sms/index.ts';
import type { DeliveryChannel } from '#shared/notifications/channels.ts';
import type { DeliveriesRepository, Delivery } from './deliveries.repository.ts';
import { deliveryName } from './delivery-name.ts';

/** Waits between tries: 10 s … 4 h, a little over eight hours together. After the last one it is given up. */
const WAITS_S = [10, 30, 120, 600, 1_800, 3_600, 7_200, 14_400] as const;
/** A message that may have gone is not repeated before its report had time to come. */
const REPORTED_WITHIN_S = 120;
const AT_ONCE = 5;

export type DeliveryResult = 'sent' | 'later' | 'given-up';

export interface DeliverDeps {
  deliveries: DeliveriesRepository;
  /** null: nothing can go that way; what waits goes on waiting. */
  sms: SmsGateway | null;
  mail: Mail | null;
  onResult(channel: DeliveryChannel, result: DeliveryResult, error?: unknown): void;
}

/**
 * Sends what is due by one channel. Delivered at least once: a process that dies between the gateway's yes and the mark
 * sends again two minutes later, under the same id, unless the gateway's report of it came first. A gateway that takes
 * none of a batch is left alone until the next round.
 */
export async function deliverDue(deps: DeliverDeps, channel: DeliveryChannel): Promise<number> {
  const { deliveries } = deps;
  const gateway = channel === 'sms' ? deps.sms : deps.mail;
  if (!gateway) return 0;
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
  // Fails aloud: it has gone, and trying soon again would send it twice.
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
    // Not retried: refused for good, or tried for hours. It stays in the inbox, and the row says why.
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

/** The gateway's own number of it, where there is one. */
async function hand({ sms, mail }: DeliverDeps, delivery: Delivery): Promise<string | null> {
  const id = deliveryName(delivery.id);
  if (delivery.channel === 'sms' && sms)
    return (await sms.send({ id, to: delivery.recipient, text: delivery.body })).gatewayId;
  await mail?.send({ id, to: delivery.recipient, subject: delivery.subject, text: delivery.body });
  return null;
}
