import type { Generated } from 'kysely';
import type { MessageTopic } from '#shared/notifications/topics.ts';

export type PushKind = 'message' | 'outbid';

export interface PushTables {
  push_subscription: {
    id: Generated<number>;
    person_id: string;
    session_handle: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    browser: string | null;
    system: string | null;
    created_at: Generated<Date>;
    sent_at: Date | null;
  };
  push_delivery: {
    id: Generated<number>;
    /** One of the two. */
    subscription_id: number | null;
    telegram_link_id: number | null;
    person_id: string | null;
    key: string;
    kind: PushKind;
    topic: MessageTopic;
    lot_id: number | null;
    own_seq: number | null;
    title: string;
    body: string;
    path: string | null;
    state: Generated<'waiting' | 'sent' | 'given-up' | 'outdated'>;
    attempts: Generated<number>;
    next_at: Generated<Date>;
    queued_at: Generated<Date>;
    expires_at: Date;
    ended_at: Date | null;
    last_error: string | null;
  };
}
