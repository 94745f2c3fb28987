import { fieldOf, textOf } from './gateway-call.ts';

/** Names under which gateways and their versions tell the message's number. */
const ID_FIELDS = ['message_id', 'request_id', 'id'] as const;

/**
 * The number of the message a report is about, or null when it is none. Nothing else of the body is believed: anybody can
 * send one. What became of the message is asked of the gateway itself.
 */
export function reportedMessage(body: unknown): string | null {
  for (const field of ID_FIELDS) {
    const id = textOf(fieldOf(body, field));
    if (id !== null && /^[\w-]{1,64}$/.test(id)) return id;
  }
  return null;
}
