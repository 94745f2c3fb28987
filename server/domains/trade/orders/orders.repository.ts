import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import { EDITABLE_ORDERS, OPEN_ORDERS, ORDER } from '#shared/lifecycles/order.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import type { OrderTables, StoredOrder } from './order-tables.ts';
import { listedColumns } from './stored-fields.ts';

export type OrderEvent = Exclude<EventOf<typeof ORDER>, 'create'>;

export interface NewOrder {
  personId: string;
  requestId: string;
  fields?: OrderFields;
  copiedFrom?: number;
  /** Of the request that makes several at once. */
  copiedBy?: string;
  /** By staff, from a file. */
  imported?: true;
}

const nextVersion = { version: sql<number>`version + 1`, changed_at: sql<Date>`now()` };

export function createOrdersRepository(db: Db<OrderTables>) {
  return {
    /** Serialises additions of one person until the transaction ends, so that counting them is right. */
    async lockPerson(personId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`orders:${personId}`}, 0))`.execute(db);
    },

    byRequest: (personId: string, requestId: string): Promise<StoredOrder | undefined> =>
      db
        .selectFrom('customer_order')
        .selectAll()
        .where('person_id', '=', personId)
        .where('request_id', '=', requestId)
        .executeTakeFirst(),

    /** Made by one request for several copies, in their order. */
    copiesOf: (personId: string, requestId: string): Promise<StoredOrder[]> =>
      db
        .selectFrom('customer_order')
        .selectAll()
        .where('person_id', '=', personId)
        .where('copied_by', '=', requestId)
        .orderBy('id')
        .execute(),

    add: ({
      personId,
      requestId,
      fields = {},
      copiedFrom,
      copiedBy,
      imported,
    }: NewOrder): Promise<StoredOrder> =>
      db
        .insertInto('customer_order')
        .values({
          person_id: personId,
          request_id: requestId,
          status: stateAfter(ORDER, 'create'),
          ...listedColumns(fields),
          ...(copiedFrom !== undefined && { copied_from: copiedFrom }),
          ...(copiedBy !== undefined && { copied_by: copiedBy }),
          ...(imported && { imported }),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),

    byId: (id: number): Promise<StoredOrder | undefined> =>
      db.selectFrom('customer_order').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Locked until the transaction ends: concurrent changes wait. */
    lock: (id: number): Promise<StoredOrder | undefined> =>
      db.selectFrom('customer_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    /** The next version of an order that is locked. */
    async touch(id: number): Promise<void> {
      await db.updateTable('customer_order').set(nextVersion).where('id', '=', id).execute();
    },

    /** Replaces the fields of an order that is locked and can be edited. */
    write: (id: number, fields: OrderFields): Promise<StoredOrder> =>
      db
        .updateTable('customer_order')
        .set({ ...listedColumns(fields), ...nextVersion })
        .where('id', '=', id)
        .where('status', 'in', EDITABLE_ORDERS)
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Replaces the requisites alone, in any state, of an order that is locked. */
    writeRequisites: (id: number, requisites: OrderFields['requisites']): Promise<StoredOrder> =>
      db
        .updateTable('customer_order')
        .set({
          fields: sql<string>`jsonb_set(fields, '{requisites}', ${JSON.stringify(requisites)}::jsonb)`,
          ...nextVersion,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Of an order that is locked. @throws when the event cannot happen in its status */
    async move(id: number, event: OrderEvent): Promise<void> {
      await db
        .updateTable('customer_order')
        .set({ status: stateAfter(ORDER, event), ...nextVersion })
        .where('id', '=', id)
        .where('status', 'in', statesFrom(ORDER, event))
        .returning('id')
        .executeTakeFirstOrThrow();
    },

    /** Never sent, each locked until the transaction ends. */
    draftsOf: (personId: string): Promise<StoredOrder[]> =>
      db
        .selectFrom('customer_order')
        .selectAll()
        .where('person_id', '=', personId)
        .where('status', '=', stateAfter(ORDER, 'create'))
        .orderBy('id')
        .forUpdate()
        .execute(),

    /** Orders the person deleted lose what was written in them. */
    async emptyDeleted(personId: string): Promise<void> {
      await db
        .updateTable('customer_order')
        .set(listedColumns({}))
        .where('person_id', '=', personId)
        .where('status', '=', stateAfter(ORDER, 'delete'))
        .execute();
    },

    /** Staff let its trade begin sooner than a day ahead. */
    async earlyStartAllowed(id: number): Promise<boolean> {
      const row = await db
        .selectFrom('customer_order')
        .select('early_start_allowed')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.early_start_allowed ?? false;
    },

    /** What an imported order was when it was sent. */
    async sentAs(id: number, sha256: string): Promise<void> {
      await db.updateTable('customer_order').set({ imported_sha256: sha256 }).where('id', '=', id).execute();
    },

    /** Staff imported it from a file. */
    async isImported(id: number): Promise<boolean> {
      const row = await db
        .selectFrom('customer_order')
        .select('imported')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.imported ?? false;
    },

    async countOpen(personId: string): Promise<number> {
      const { count } = await db
        .selectFrom('customer_order')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('person_id', '=', personId)
        .where('status', 'in', OPEN_ORDERS)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Other open orders that share a hash of likeness, the newest first, at most `limit`: drafts are their customer's alone to know. */
    like: (
      order: Pick<StoredOrder, 'id' | 'likeness'>,
      customerId: string,
      limit: number,
    ): Promise<Pick<StoredOrder, 'id' | 'person_id' | 'likeness'>[]> =>
      db
        .selectFrom('customer_order')
        .select(['id', 'person_id', 'likeness'])
        .where(sql<boolean>`likeness && ${sql.val([...order.likeness])}::text[]`)
        .where('id', '!=', order.id)
        .where('status', 'in', OPEN_ORDERS)
        .where((eb) => eb.or([eb('person_id', '=', customerId), eb('status', 'not in', EDITABLE_ORDERS)]))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  };
}
