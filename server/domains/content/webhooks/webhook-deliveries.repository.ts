import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { DeliveryState, WebhookEvent } from '#shared/api/cabinet/webhooks.ts';
import { HOST_IS_OFF } from './switched-off-hosts.repository.ts';
import type { WebhookTables } from './webhook-tables.ts';

const SHOWN = [
  'd.id',
  'd.message_id as messageId',
  'd.event',
  'd.lot_id as lotId',
  'd.state',
  'd.attempts',
  'd.created_at as createdAt',
  'd.next_at as nextAt',
  'd.answer_status as answerStatus',
  'd.last_error as error',
] as const;

export interface DeliveryRow {
  id: number;
  messageId: string;
  event: WebhookEvent;
  lotId: number;
  state: DeliveryState;
  attempts: number;
  createdAt: Date;
  nextAt: Date;
  answerStatus: number | null;
  error: string | null;
}

export interface StaffDeliveryRow extends DeliveryRow {
  webhookId: number;
  url: string;
  personId: string;
  /** It, or its host. */
  off: boolean;
}

/** A delivery that is to be sent now. */
export interface DueDelivery {
  id: number;
  messageId: string;
  webhookId: number;
  personId: string;
  url: string;
  body: string;
  /** This one included. */
  attempts: number;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousUntil: Date | null;
}

interface News {
  event: WebhookEvent;
  lotId: number;
  categoryId: number;
  groupId: number;
  regionId: number;
  body: string;
}

/** Longer than a listener may take to answer: a process that claimed a delivery that long ago has died. */
const HELD_MS = 60_000;
/** Of one listener at once: one that is slow holds up no other. */
const OF_ONE = 2;
const ERROR_MAX = 300;

/** Nothing is sent to an account that is shut or erased. Of a person `p`. */
const OPEN = sql`p.disabled_at is null and p.erased_at is null`;
const ACCOUNT_SHUT = 'the account of its owner is shut';
const HOST_SWITCHED_OFF = 'staff has switched its host off';

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export function createWebhookDeliveriesRepository(db: Db<WebhookTables>) {
  const shown = () =>
    db.selectFrom('webhook_delivery as d').innerJoin('webhook as w', 'w.id', 'd.webhook_id').select(SHOWN);
  const waiting = (id: number) =>
    db.updateTable('webhook_delivery').where('id', '=', id).where('state', '=', 'waiting');

  return {
    /** Once for each listener that asked for such news, whose host is on and whose owner's account is open. */
    async queue({ event, lotId, categoryId, groupId, regionId, body }: News, at: Date): Promise<void> {
      await sql`
        insert into webhook_delivery (webhook_id, event, lot_id, body, next_at)
          select w.id, ${event}, ${lotId}, ${body}, ${at} from webhook w join person p on p.id = w.person_id
          where ${OPEN} and not ${HOST_IS_OFF} and off_at is null and ${event} = any(events)
            and (category_id is null or category_id in (${categoryId}, ${groupId}))
            and (region_id is null or region_id = ${regionId})
        on conflict (webhook_id, event, lot_id) do nothing
      `.execute(db);
    },

    /** Is anything due? Most rounds find nothing, and to plan what they would do takes PostgreSQL several times as long as this. */
    async anyDue(now: Date): Promise<boolean> {
      const { rows } = await sql`
        select from webhook_delivery where state = 'waiting' and next_at <= ${now} limit 1
      `.execute(db);
      return rows.length > 0;
    },

    /**
     * Gives up what is due for accounts that are shut or erased, and for hosts that are off, and states why. Waits for no other
     * worker: what one of them holds is looked at in the next round.
     */
    async endUnwanted(now: Date): Promise<void> {
      await sql`
        update webhook_delivery d set state = 'given-up', ended_at = ${now}, last_error = unwanted.reason
        from (
          select d.id, case when ${OPEN} then ${HOST_SWITCHED_OFF} else ${ACCOUNT_SHUT} end as reason
          from webhook_delivery d join webhook w on w.id = d.webhook_id join person p on p.id = w.person_id
          where d.state = 'waiting' and d.next_at <= ${now} and (not (${OPEN}) or ${HOST_IS_OFF})
          for update of d skip locked
        ) unwanted
        where d.id = unwanted.id
      `.execute(db);
    },

    /** In a transaction: gives up all that waits for hosts that are off. */
    async endOfHostsOff(at: Date): Promise<void> {
      await sql`
        update webhook_delivery d set state = 'given-up', ended_at = ${at}, last_error = ${HOST_SWITCHED_OFF}
        from webhook w where w.id = d.webhook_id and d.state = 'waiting' and ${HOST_IS_OFF}
      `.execute(db);
    },

    /**
     * Claims due deliveries of open accounts to hosts that are on, each for one caller; one that is not finished within a
     * minute is due again.
     */
    async claim(limit: number, now: Date): Promise<DueDelivery[]> {
      const { rows } = await sql<DueDelivery>`
        update webhook_delivery d set attempts = d.attempts + 1, next_at = ${after(now, HELD_MS)}
        from webhook w join person p on p.id = w.person_id
        where w.id = d.webhook_id and ${OPEN} and not ${HOST_IS_OFF} and d.id in (
          select id from webhook_delivery
          where id in (
            select id from (
              select id, row_number() over (partition by webhook_id order by next_at, id) as nth
              from webhook_delivery where state = 'waiting' and next_at <= ${now}
            ) due where nth <= ${OF_ONE}
          ) and state = 'waiting' and next_at <= ${now}
          order by next_at, id limit ${limit} for update skip locked
        )
        returning d.id, d.message_id as "messageId", d.webhook_id as "webhookId", w.person_id as "personId", w.url,
          d.body, d.attempts, w.secret, w.previous_secret as "previousSecret", w.previous_until as "previousUntil"
      `.execute(db);
      return rows;
    },

    async markDelivered(id: number, status: number, at: Date): Promise<void> {
      await waiting(id)
        .set({ state: 'delivered', ended_at: at, answer_status: status, last_error: null })
        .execute();
    },

    /** @param next of the next attempt; null: there is none */
    async noteFailure(
      id: number,
      { status, error }: { status: number | null; error: string },
      { at, next }: { at: Date; next: Date | null },
    ): Promise<void> {
      await waiting(id)
        .set({
          answer_status: status,
          last_error: error.slice(0, ERROR_MAX),
          ...(next ? { next_at: next } : { state: 'given-up' as const, ended_at: at }),
        })
        .execute();
    },

    /** Messages that one listener did not take at any attempt since it last took one. @param attempts of a message */
    async givenUp(webhookId: number, attempts: number): Promise<{ messages: number; overMs: number }> {
      const { rows } = await sql<{ messages: number; overMs: number }>`
        select count(*)::int as messages,
          coalesce(extract(epoch from max(d.ended_at) - min(d.ended_at)) * 1000, 0)::float8 as "overMs"
        from webhook w join webhook_delivery d on d.webhook_id = w.id
        where w.id = ${webhookId} and d.state = 'given-up' and d.attempts >= ${attempts}
          and d.ended_at > coalesce(w.failures_from, '-infinity') and d.ended_at > coalesce((
            select max(t.ended_at) from webhook_delivery t where t.webhook_id = w.id and t.state = 'delivered'
          ), '-infinity')
      `.execute(db);
      return rows[0]!;
    },

    /** Of one listener, the newest first. */
    async of(webhookId: number, page: { limit: number; offset: number }) {
      const items: DeliveryRow[] = await shown()
        .where('d.webhook_id', '=', webhookId)
        .orderBy('d.id', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      const { total } = await db
        .selectFrom('webhook_delivery')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('webhook_id', '=', webhookId)
        .executeTakeFirstOrThrow();
      return { items, total };
    },

    /** The listener of a delivery, where it is the person's; null: it is not. */
    async listenerOf(personId: string, id: number): Promise<{ webhookId: number } | null> {
      const row = await db
        .selectFrom('webhook_delivery as d')
        .innerJoin('webhook as w', 'w.id', 'd.webhook_id')
        .select('w.id as webhookId')
        .where('d.id', '=', id)
        .where('w.person_id', '=', personId)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Makes it due now, with all its attempts before it. In a transaction that holds its listener. */
    async again(id: number, now: Date): Promise<DeliveryRow> {
      // That the listener took it is not noted any more: what failed before still does not count.
      await sql`
        update webhook w set failures_from = greatest(w.failures_from, d.ended_at)
        from webhook_delivery d where d.id = ${id} and d.state = 'delivered' and w.id = d.webhook_id
      `.execute(db);
      await db
        .updateTable('webhook_delivery')
        .set({ state: 'waiting', attempts: 0, next_at: now, ended_at: null, last_error: null })
        .where('id', '=', id)
        .execute();
      return shown().where('d.id', '=', id).executeTakeFirstOrThrow();
    },

    /** Of all listeners, the newest first. */
    async page(
      filter: { state: DeliveryState | 'all'; lotId?: number },
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ items: StaffDeliveryRow[]; total: number }> {
      const { state, lotId } = filter;
      let items = shown()
        .select(['w.id as webhookId', 'w.url', 'w.person_id as personId'])
        .select(sql<boolean>`w.off_at is not null or ${HOST_IS_OFF}`.as('off'))
        .orderBy('d.id', 'desc')
        .limit(limit)
        .offset(offset);
      let count = db.selectFrom('webhook_delivery as d').select((eb) => eb.fn.countAll<number>().as('total'));
      if (state !== 'all') {
        items = items.where('d.state', '=', state);
        count = count.where('d.state', '=', state);
      }
      if (lotId !== undefined) {
        items = items.where('d.lot_id', '=', lotId);
        count = count.where('d.lot_id', '=', lotId);
      }
      const { total } = await count.executeTakeFirstOrThrow();
      return { items: await items.execute(), total };
    },

    /** Deletes what was first to be sent longer ago than so many days. */
    async purge(days: number): Promise<void> {
      await sql`
        delete from webhook_delivery where state <> 'waiting' and created_at < now() - make_interval(days => ${days})
      `.execute(db);
    },
  };
}
