import { fieldOf, textOf } from './gateway-call.ts';

/** Names under which gateways and their versions tell the message's number. */
const NUMBER_FIELDS = ['message_id', 'request_id', 'id'] as const;
const NAME = /^[\w-]{1,64}$/;

/** The message a report is about. */
export interface ReportedSms {
  gatewayId: string;
  /** Our id of it; null where the report does not name one. */
  id: string | null;
}

function nameIn(body: unknown, field: string): string | null {
  const name = textOf(fieldOf(body, field));
  return name !== null && NAME.test(name) ? name : null;
}

/**
 * Which message a report is about, or null when it is none. Nothing else of the body is believed, and this no further than
 * for asking the gateway itself: anybody can send one.
 */
export function reportedMessage(body: unknown): ReportedSms | null {
  for (const field of NUMBER_FIELDS) {
    const gatewayId = nameIn(body, field);
    if (gatewayId !== null) return { gatewayId, id: nameIn(body, 'user_sms_id') };
  }
  return null;
}
