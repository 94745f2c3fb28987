import { sql } from 'kysely';
import { literals, lockNamed, type Db } from '#server/platform/database/index.ts';
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

/** An order that seems to sell the same as the one with the number `likeId`. */
export type LikeOrder = Pick<StoredOrder, 'id' | 'person_id' | 'likeness'> & { likeId: number };

const nextVersion = { version: sql<number>`version + 1`, changed_at: sql<Date>`now()` };

export function createOrdersRepository(db: Db<OrderTables>) {
  return {
    /** Serialises additions of one person until the transaction ends, so that counting them is right. */
    async lockPerson(personId: string): Promise<void> {
      await lockNamed(db, `orders:${personId}`);
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

    /**
     * Of each of these orders: whether staff let its trade begin sooner than a day ahead, and whether they imported it from a file.
     * What is not stored yet is neither.
     */
    async marksByStaff(
      ids: readonly number[],
    ): Promise<Map<number, Pick<StoredOrder, 'early_start_allowed' | 'imported'>>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('customer_order')
        .select(['id', 'early_start_allowed', 'imported'])
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map(({ id, ...marks }) => [id, marks]));
    },

    /** What an imported order was when it was sent. */
    async sentAs(id: number, sha256: string): Promise<void> {
      await db.updateTable('customer_order').set({ imported_sha256: sha256 }).where('id', '=', id).execute();
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

    /**
     * Of each of these, as its customer sees it: other open orders that share a hash of likeness, the newest first, at most `limit`.
     * Drafts are their customer's alone to know.
     */
    async like(
      orders: readonly (Pick<StoredOrder, 'id' | 'likeness'> & { customerId: string })[],
      limit: number,
    ): Promise<LikeOrder[]> {
      if (orders.length === 0) return [];
      const { rows } = await sql<LikeOrder>`
        select asked.id as "likeId", found.*
        from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as asked (id bigint, likeness text[], "customerId" text)
        cross join lateral (
          select id, person_id, likeness from customer_order
          where likeness && asked.likeness and id <> asked.id and status in (${literals(OPEN_ORDERS)})
            and (person_id = asked."customerId" or status not in (${literals(EDITABLE_ORDERS)}))
          order by id desc limit ${limit}
        ) as found
        order by asked.id, found.id desc`.execute(db);
      return rows;
    },
  };
}
