import { sql, type Generated } from 'kysely';
import type { AnyDb, Db } from '#server/platform/database/index.ts';
import type { AddressChannel } from '#shared/notifications/channels.ts';

interface DeliveryTables {
  notification_delivery: {
    id: Generated<number>;
    message_id: number;
    channel: AddressChannel;
    recipient: string;
    subject: string;
    body: string;
    state: Generated<'waiting' | 'sent' | 'given-up'>;
    attempts: Generated<number>;
    next_at: Generated<Date>;
    queued_at: Generated<Date>;
    ended_at: Date | null;
    gateway_id: string | null;
    reported: 'delivered' | 'undelivered' | null;
    last_error: string | null;
  };
}

export interface Delivery {
  id: number;
  channel: AddressChannel;
  recipient: string;
  subject: string;
  body: string;
  /** This one included. */
  attempts: number;
}

export type NewDelivery = Omit<Delivery, 'id' | 'attempts'> & {
  messageId: number;
  /** null: at once. */
  notBefore?: Date | null;
};

/** Longer than any gateway may take to answer: a process that claimed a delivery that long ago has died. */
const HELD_S = 120;
const ERROR_MAX = 500;

export type DeliveriesRepository = ReturnType<typeof createDeliveriesRepository>;

export function createDeliveriesRepository(db: Db<DeliveryTables>) {
  const end = (state: 'sent' | 'given-up') => ({ state, ended_at: sql<Date>`now()` });
  const dueOf = (channel: AddressChannel) =>
    db
      .selectFrom('notification_delivery')
      .select('id')
      .where('state', '=', 'waiting')
      .where('channel', '=', channel)
      .where('next_at', '<=', sql<Date>`now()`);
  return {
    /** Once per message and channel. */
    async queue(
      tx: Db<DeliveryTables>,
      { messageId, notBefore = null, ...delivery }: NewDelivery,
    ): Promise<void> {
      await tx
        .insertInto('notification_delivery')
        .values({
          message_id: messageId,
          ...delivery,
          ...(notBefore === null ? {} : { next_at: notBefore }),
          ended_at: null,
          gateway_id: null,
          reported: null,
          last_error: null,
        })
        .onConflict((conflict) => conflict.columns(['message_id', 'channel']).doNothing())
        .execute();
    },

    /** Is there anything to claim? Most rounds find nothing, and to plan a claim takes PostgreSQL several times as long as this. */
    anyDue: async (channel: AddressChannel): Promise<boolean> =>
      (await dueOf(channel).limit(1).executeTakeFirst()) !== undefined,

    /** Claims due deliveries, each for one caller; one that is not finished within two minutes is due again. */
    claim: (channel: AddressChannel, limit: number): Promise<Delivery[]> =>
      db
        .updateTable('notification_delivery')
        .set((eb) => ({
          attempts: eb('attempts', '+', 1),
          next_at: sql<Date>`now() + make_interval(secs => ${HELD_S})`,
        }))
        .where('id', 'in', dueOf(channel).orderBy('next_at').limit(limit).forUpdate().skipLocked())
        .returning(['id', 'channel', 'recipient', 'subject', 'body', 'attempts'])
        .execute(),

    async markSent(id: number, gatewayId: string | null): Promise<void> {
      await db
        .updateTable('notification_delivery')
        .set({ ...end('sent'), gateway_id: gatewayId, last_error: null })
        .where('id', '=', id)
        .execute();
    },

    async tryLater(id: number, afterS: number, error: string): Promise<void> {
      await db
        .updateTable('notification_delivery')
        .set({
          next_at: sql<Date>`now() + make_interval(secs => ${afterS})`,
          last_error: error.slice(0, ERROR_MAX),
        })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .execute();
    },

    async giveUp(id: number, error: string): Promise<void> {
      await db
        .updateTable('notification_delivery')
        .set({ ...end('given-up'), last_error: error.slice(0, ERROR_MAX) })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .execute();
    },

    /** Is a message of the person still to be sent? */
    async isWaiting(on: AnyDb, personId: string): Promise<boolean> {
      const { rows } = await sql<{ waiting: boolean }>`
        select exists (
          select from notification_delivery d join inbox_message m on m.id = d.message_id
          where m.person_id = ${personId} and d.state = 'waiting'
        ) as waiting`.execute(on);
      return rows[0]?.waiting ?? false;
    },

    /** Was it handed to a gateway without a recorded result? */
    async isUnended(id: number): Promise<boolean> {
      const row = await db
        .selectFrom('notification_delivery')
        .select('id')
        .where('id', '=', id)
        .where('channel', '=', 'sms')
        .where('state', '=', 'waiting')
        .where('attempts', '>', 0)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Is this the gateway's number of one of our messages? */
    async isOurs(gatewayId: string): Promise<boolean> {
      const row = await db
        .selectFrom('notification_delivery')
        .select('id')
        .where('gateway_id', '=', gatewayId)
        .executeTakeFirst();
      return row !== undefined;
    },

    async report(gatewayId: string, reported: 'delivered' | 'undelivered'): Promise<void> {
      await db
        .updateTable('notification_delivery')
        .set({ reported })
        .where('gateway_id', '=', gatewayId)
        .execute();
    },

    /** Deletes addresses and texts of deliveries that ended longer ago than `retentionDays`. */
    async purge(retentionDays: number): Promise<void> {
      await sql`
        delete from notification_delivery
        where state <> 'waiting' and ended_at < now() - make_interval(days => ${retentionDays})
      `.execute(db);
    },
  };
}
