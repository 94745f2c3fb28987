import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { PushTarget } from '#server/integrations/push/index.ts';
import type { MessageTopic } from '#shared/notifications/topics.ts';
import { OPEN } from './push-subscriptions.repository.ts';
import type { PushKind, PushTables } from './push-tables.ts';

/** What is sent to every browser of a person, once each. */
export interface PushAlert {
  personId: string;
  /** Of the occasion: the same one is queued once. */
  key: string;
  topic: MessageTopic;
  title: string;
  body: string;
  path: string | null;
  /** Not sent after this. */
  expiresAt: Date;
  /** The person's own price that was passed. */
  outbid?: { lotId: number; ownSeq: number };
}

/** A delivery that is to be sent now. */
export interface DuePush extends PushTarget {
  id: number;
  subscriptionId: number;
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

/** Longer than a push service may take to answer: a process that claimed a delivery that long ago has died. */
const HELD_S = 60;
const ERROR_MAX = 300;

type Ended = 'sent' | 'given-up' | 'outdated';

export function createPushDeliveriesRepository(db: Db<PushTables>) {
  return {
    /** For each browser of the person whose account is open. */
    async queue({ personId, key, topic, title, body, path, expiresAt, outbid }: PushAlert): Promise<void> {
      const kind: PushKind = outbid ? 'outbid' : 'message';
      await sql`
        insert into push_delivery
          (subscription_id, key, kind, topic, lot_id, own_seq, title, body, path, expires_at)
        select s.id, ${key}, ${kind}, ${topic}, ${outbid?.lotId ?? null}::bigint, ${outbid?.ownSeq ?? null}::bigint,
          ${title}, ${body}, ${path}, ${expiresAt}
        from push_subscription s join person p on p.id = s.person_id
        where s.person_id = ${personId} and ${OPEN}
        on conflict (subscription_id, key) do nothing
      `.execute(db);
    },

    /** Claims due deliveries of a kind, each for one caller; one that is not finished within a minute is due again. */
    async claim(kind: PushKind, limit: number): Promise<DuePush[]> {
      const { rows } = await sql<DuePush>`
        update push_delivery d set attempts = d.attempts + 1, next_at = now() + make_interval(secs => ${HELD_S})
        from push_subscription s
        where s.id = d.subscription_id and d.id in (
          select id from push_delivery where state = 'waiting' and kind = ${kind} and next_at <= now()
          order by next_at limit ${limit} for update skip locked)
        returning d.id, d.subscription_id as "subscriptionId", s.person_id as "personId", s.endpoint, s.p256dh, s.auth,
          d.key, d.topic, d.lot_id as "lotId", d.own_seq as "ownSeq", d.title, d.body, d.path, d.attempts,
          d.expires_at as "expiresAt"
      `.execute(db);
      return rows;
    },

    async end({ id, subscriptionId }: DuePush, state: Ended, error: string | null = null): Promise<void> {
      await sql`
        update push_delivery set state = ${state}, ended_at = now(), last_error = ${error?.slice(0, ERROR_MAX) ?? null}
        where id = ${id} and state = 'waiting'
      `.execute(db);
      if (state !== 'sent') return;
      await db
        .updateTable('push_subscription')
        .set({ sent_at: sql<Date>`now()` })
        .where('id', '=', subscriptionId)
        .execute();
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
