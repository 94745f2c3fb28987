import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { PushTarget } from '#server/integrations/push/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { AlertChannel } from '#shared/notifications/channels.ts';
import type { MessageTopic } from '#shared/notifications/topics.ts';
import { OPEN } from './push-subscriptions.repository.ts';
import type { PushKind, PushTables } from './push-tables.ts';

/** What is sent to every browser of a person, or to their chat, once each. */
export interface PushAlert {
  personId: string;
  /** Of the occasion: the same one is queued once. */
  key: string;
  topic: MessageTopic;
  title: string;
  body: string;
  path: string | null;
  /** null: at once. */
  notBefore?: Date | null;
  /** Not sent after this. */
  expiresAt: Date;
  /** The person's own price that was passed. */
  outbid?: { lotId: number; ownSeq: number };
}

/** A delivery that is to be sent now. */
export interface DueAlert {
  id: number;
  personId: string;
  key: string;
  topic: MessageTopic;
  lotId: number | null;
  ownSeq: number | null;
  title: string;
  body: string;
  path: string | null;
  /** This one included. */
  attempts: number;
  expiresAt: Date;
}

export type DuePush = DueAlert & PushTarget & { subscriptionId: number };
export type DueTelegram = DueAlert & { linkId: number; chatId: number; language: Language };

/** Longer than a push service or Telegram may take to answer: a process that claimed a delivery that long ago has died. */
const HELD_S = 60;
const ERROR_MAX = 300;

type Ended = 'sent' | 'given-up' | 'outdated';

/** What a delivery names as where it goes. */
const TARGETS: Readonly<Record<AlertChannel, { column: string; table: string }>> = {
  push: { column: 'subscription_id', table: 'push_subscription' },
  telegram: { column: 'telegram_link_id', table: 'telegram_link' },
};

const CLAIMED = sql`attempts = d.attempts + 1, next_at = now() + make_interval(secs => ${HELD_S})`;
const ALERT = sql`d.id, d.key, d.topic, d.lot_id as "lotId", d.own_seq as "ownSeq", d.title, d.body, d.path, d.attempts,
  d.expires_at as "expiresAt"`;

const isDue = (kind: PushKind, channel: AlertChannel) => sql`
  state = 'waiting' and kind = ${kind} and (telegram_link_id is not null) = ${channel === 'telegram'} and next_at <= now()`;

const due = (kind: PushKind, channel: AlertChannel, limit: number) => sql`(
  select id from push_delivery where ${isDue(kind, channel)}
  order by next_at limit ${limit} for update skip locked)`;

export function createPushDeliveriesRepository(db: Db<PushTables>) {
  return {
    /** For each browser of the person, or for their chat, while the account is open. */
    async queue(channel: AlertChannel, alert: PushAlert): Promise<void> {
      const { personId, key, topic, title, body, path, notBefore, expiresAt, outbid } = alert;
      const kind: PushKind = outbid ? 'outbid' : 'message';
      const target = TARGETS[channel];
      await sql`
        insert into push_delivery
          (${sql.ref(target.column)}, person_id, key, kind, topic, lot_id, own_seq, title, body, path, next_at, expires_at)
        select t.id, p.id, ${key}, ${kind}, ${topic}, ${outbid?.lotId ?? null}::bigint, ${outbid?.ownSeq ?? null}::bigint,
          ${title}, ${body}, ${path},
          coalesce(${notBefore ?? null}::timestamptz, now()), ${expiresAt}
        from ${sql.table(target.table)} t join person p on p.id = t.person_id
        where t.person_id = ${personId} and ${OPEN}
        on conflict (${sql.ref(target.column)}, key) do nothing
      `.execute(db);
    },

    /** Is there anything to claim? Most rounds find nothing, and to plan a claim takes PostgreSQL several times as long as this. */
    async anyDue(kind: PushKind, channel: AlertChannel): Promise<boolean> {
      const { rows } = await sql`select from push_delivery where ${isDue(kind, channel)} limit 1`.execute(db);
      return rows.length > 0;
    },

    async claimForBrowsers(kind: PushKind, limit: number): Promise<DuePush[]> {
      const { rows } = await sql<DuePush>`
        update push_delivery d set ${CLAIMED}
        from push_subscription s
        where s.id = d.subscription_id and d.id in ${due(kind, 'push', limit)}
        returning ${ALERT}, s.id as "subscriptionId", s.person_id as "personId", s.endpoint, s.p256dh, s.auth
      `.execute(db);
      return rows;
    },

    async claimForTelegram(kind: PushKind, limit: number): Promise<DueTelegram[]> {
      const { rows } = await sql<DueTelegram>`
        update push_delivery d set ${CLAIMED}
        from telegram_link l join person p on p.id = l.person_id
        where l.id = d.telegram_link_id and d.id in ${due(kind, 'telegram', limit)}
        returning ${ALERT}, l.id as "linkId", l.chat_id as "chatId", p.id as "personId", p.language
      `.execute(db);
      return rows;
    },

    async end(id: number, state: Ended, error: string | null = null): Promise<void> {
      await sql`
        update push_delivery set state = ${state}, ended_at = now(), last_error = ${error?.slice(0, ERROR_MAX) ?? null}
        where id = ${id} and state = 'waiting'
      `.execute(db);
    },

    async tryLater(id: number, afterS: number, error: string): Promise<void> {
      await sql`
        update push_delivery
        set next_at = now() + make_interval(secs => ${afterS}), last_error = ${error.slice(0, ERROR_MAX)}
        where id = ${id} and state = 'waiting'
      `.execute(db);
    },

    /** Deletes what ended longer ago than `retentionDays`. */
    async purge(retentionDays: number): Promise<void> {
      await sql`
        delete from push_delivery
        where state <> 'waiting' and ended_at < now() - make_interval(days => ${retentionDays})
      `.execute(db);
    },
  };
}
