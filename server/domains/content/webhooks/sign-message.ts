import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newWebhookSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** As its owner stores it, by Standard Webhooks. */
export const secretInWords = (secret: Uint8Array): string =>
  `${PREFIX}${Buffer.from(secret).toString('base64')}`;

/** The header `webhook-id` of a stored message. */
export const messageName = (id: string): string => `msg_${id}`;

/**
 * Headers of a message by Standard Webhooks 1.0, signed with each of the secrets.
 * @param id the header `webhook-id`
 */
export function signedHeaders(
  { id, body }: { id: string; body: string },
  secrets: readonly Uint8Array[],
  nowMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Savdo-Webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
