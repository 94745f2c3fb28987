import type { Generated } from 'kysely';
import type { DeliveryState, WebhookEvent } from '#shared/api/cabinet/webhooks.ts';

export interface WebhookTables {
  webhook: {
    id: Generated<number>;
    person_id: string;
    url: string;
    /** Of the address, as `listenerHost` has it. */
    host: string;
    events: WebhookEvent[];
    category_id: number | null;
    region_id: number | null;
    /** Encrypted. */
    secret: Buffer;
    previous_secret: Buffer | null;
    previous_until: Date | null;
    created_at: Generated<Date>;
    off_at: Date | null;
    off_why: 'failing' | 'staff' | null;
    off_reason: string | null;
    /** Messages given up before then do not count towards switching it off. */
    failures_from: Date | null;
  };
  /** Nothing is sent there, nor to names below it. */
  switched_off_host: {
    host: string;
    switched_by: string;
    reason: string;
    at: Date;
  };
  webhook_delivery: {
    id: Generated<number>;
    message_id: Generated<string>;
    webhook_id: number;
    event: WebhookEvent;
    lot_id: number;
    body: string;
    state: Generated<DeliveryState>;
    attempts: Generated<number>;
    next_at: Date;
    created_at: Generated<Date>;
    ended_at: Date | null;
    answer_status: number | null;
    last_error: string | null;
  };
}
