import { fieldOf, textOf } from './gateway-call.ts';

/** Field names under which versions of the gateway send the message's number. */
const NUMBER_FIELDS = ['message_id', 'request_id', 'id'] as const;
const NAME = /^[\w-]{1,64}$/;

/** The message a report concerns. */
export interface ReportedSms {
  gatewayId: string;
  /** Our id of it; null when the report has none. */
  id: string | null;
}

function nameIn(body: unknown, field: string): string | null {
  const name = textOf(fieldOf(body, field));
  return name !== null && NAME.test(name) ? name : null;
}

/**
 * The message a report concerns, or null when it is not a report. Reports are not authenticated: nothing else of the body is
 * used, and the gateway itself is queried for the status.
 */
export function reportedMessage(body: unknown): ReportedSms | null {
  for (const field of NUMBER_FIELDS) {
    const gatewayId = nameIn(body, field);
    if (gatewayId !== null) return { gatewayId, id: nameIn(body, 'user_sms_id') };
  }
  return null;
}
