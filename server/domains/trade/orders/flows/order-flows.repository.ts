import { sql, type ColumnType, type Generated, type GeneratedAlways, type Selectable } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { OrderRemark } from '#shared/api/cabinet/orders.ts';
import type { ChosenReason } from '#shared/api/chosen-reason.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import type { OrderNote } from '#shared/lifecycles/order-notes.ts';
import { ORDER, type OrderState } from '#shared/lifecycles/order.ts';
import type { OrderFieldName } from '#shared/orders/order-fields.ts';
import { claimedNow, type ModeratedOrderTables, type ModeratedRow } from './moderated-order-tables.ts';

type OrderEventName = EventOf<typeof ORDER>;
export type OrderMoveName = Exclude<OrderEventName, 'create'>;

/** Who brought a change about. */
export type FlowActor = { kind: 'customer' | 'staff'; personId: string } | { kind: 'system' };

interface FlowTables extends ModeratedOrderTables {
  order_flow: {
    id: GeneratedAlways<number>;
    order_id: number;
    at: Generated<Date>;
    event: OrderEventName | OrderNote;
    from_state: OrderState | null;
    to_state: OrderState;
    by_kind: FlowActor['kind'];
    by_person_id: string | null;
    why: string | null;
    reason: ColumnType<ChosenReason | null, string | null, never>;
  };
  order_remark: {
    id: GeneratedAlways<number>;
    order_id: number;
    flow_id: number;
    field: OrderFieldName;
    text: string;
    answered_at: Date | null;
  };
}

export type StoredFlow = Selectable<FlowTables['order_flow']>;
export type StoredRemark = OrderRemark & { flowId: number };

export interface NewFlow {
  orderId: number;
  event: OrderEventName;
  from: OrderState | null;
  by: FlowActor;
  why?: string | undefined;
  reason?: ChosenReason | undefined;
}

/** A step that leaves the state as it is. */
export interface NewNote {
  orderId: number;
  note: OrderNote;
  by: FlowActor;
  /** As a person stated it; empty: nothing was. */
  why: string;
}

/** The column's limit. */
const WHY_MAX = 1_000;

/** Columns that an order loses when it leaves moderation. */
const NOT_EXAMINED = {
  claimed_by: null,
  claimed_until: null,
  claims_by: null,
  claims_since: null,
  first_approved_by: null,
  first_approved_at: null,
  first_approved_version: null,
} as const;

export function createOrderFlowsRepository(db: Db<FlowTables>) {
  const remarks = () =>
    db
      .selectFrom('order_remark')
      .select(['flow_id as flowId', 'field', 'text'])
      .select(sql<boolean>`answered_at is not null`.as('answered'))
      .orderBy('id');

  const order = (orderId: number) =>
    db.selectFrom('customer_order').selectAll().select(claimedNow).where('id', '=', orderId);

  return {
    /** Locked until the transaction ends: concurrent changes wait. */
    lock: (orderId: number): Promise<ModeratedRow | undefined> =>
      order(orderId).forUpdate().executeTakeFirst(),

    byId: (orderId: number): Promise<ModeratedRow | undefined> => order(orderId).executeTakeFirst(),

    /** The order that this one is a copy of, over the copies between them; itself where it is none. */
    async originOf(orderId: number): Promise<number> {
      const { rows } = await sql<{ id: number }>`
        with recursive line as (
          select id, copied_from from customer_order where id = ${orderId}
          union all
          select o.id, o.copied_from from customer_order o join line on o.id = line.copied_from
        )
        select id from line where copied_from is null`.execute(db);
      return Number(rows[0]!.id);
    },

    /** Of an order that is locked; undefined: the event cannot happen in its state. */
    move: (orderId: number, event: OrderMoveName): Promise<ModeratedRow | undefined> =>
      db
        .updateTable('customer_order')
        .set({
          status: stateAfter(ORDER, event),
          ...NOT_EXAMINED,
          version: sql<number>`version + 1`,
          changed_at: sql<Date>`now()`,
        })
        .where('id', '=', orderId)
        .where('status', 'in', statesFrom(ORDER, event))
        .returningAll()
        .returning(claimedNow)
        .executeTakeFirst(),

    /** What was sent, and by which archived signature. */
    async sent(orderId: number, signedDocumentId: number): Promise<void> {
      await db
        .updateTable('customer_order')
        .set({ sent_at: sql<Date>`now()`, signed_document_id: signedDocumentId })
        .where('id', '=', orderId)
        .execute();
    },

    async addFlow({ orderId, event, from, by, why, reason }: NewFlow): Promise<number> {
      const { id } = await db
        .insertInto('order_flow')
        .values({
          order_id: orderId,
          event,
          from_state: from,
          to_state: stateAfter(ORDER, event),
          by_kind: by.kind,
          by_person_id: by.kind === 'system' ? null : by.personId,
          why: why ?? null,
          reason: reason ? JSON.stringify(reason) : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** False: there is no such order. */
    async addNote({ orderId, note, by, why }: NewNote): Promise<boolean> {
      const order = db.selectFrom('customer_order').select('status').where('id', '=', orderId);
      const found = await order.executeTakeFirst();
      if (!found) return false;
      await db
        .insertInto('order_flow')
        .values({
          order_id: orderId,
          event: note,
          from_state: found.status,
          to_state: found.status,
          by_kind: by.kind,
          by_person_id: by.kind === 'system' ? null : by.personId,
          why: why === '' ? null : why.length > WHY_MAX ? `${why.slice(0, WHY_MAX - 1)}…` : why,
        })
        .execute();
      return true;
    },

    async addRemarks(
      orderId: number,
      flowId: number,
      written: readonly { field: OrderFieldName; text: string }[],
    ): Promise<void> {
      if (written.length === 0) return;
      await db
        .insertInto('order_remark')
        .values(written.map((remark) => ({ ...remark, order_id: orderId, flow_id: flowId })))
        .execute();
    },

    /** Oldest first. */
    flows: (orderId: number): Promise<StoredFlow[]> =>
      db.selectFrom('order_flow').selectAll().where('order_id', '=', orderId).orderBy('id').execute(),

    /**
     * Who of the staff brought the order as it waits now, by a file of lots: who uploaded the file, said what its columns are, added
     * photos, or signed it; none: its customer sent it. `order_import_row` and `order_import_contributor` are owned by others: read here.
     */
    async importers(orderId: number): Promise<string[]> {
      const flows = await db
        .selectFrom('order_flow')
        .select(['event', 'by_kind as by', 'by_person_id as byPersonId'])
        .where('order_id', '=', orderId)
        .where('event', 'in', ['create', 'send'])
        .orderBy('id')
        .execute();
      const sent = flows.findLast(({ event }) => event === 'send');
      if (sent?.by !== 'staff') return [];
      const brought = flows.filter(
        (flow) => flow === sent || (flow.event === 'create' && flow.by === 'staff'),
      );
      const { rows } = await sql<{ id: string }>`
        select distinct c.person_id as id
        from order_import_row r join order_import_contributor c on c.import_id = r.import_id
        where r.order_id = ${orderId}`.execute(db);
      return [...brought.flatMap(({ byPersonId }) => byPersonId ?? []), ...rows.map(({ id }) => id)];
    },

    allRemarks: (orderId: number): Promise<StoredRemark[]> =>
      remarks().where('order_id', '=', orderId).execute(),

    /** Of the last return. */
    lastRemarks: (orderId: number): Promise<StoredRemark[]> =>
      remarks().where('order_id', '=', orderId).where('flow_id', '=', lastReturn(orderId)).execute(),

    /** Remarks of the last returns that are not answered yet; orders without any are left out. */
    async openRemarks(orderIds: readonly number[]): Promise<Map<number, number>> {
      if (orderIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('order_remark as r')
        .select(({ fn }) => ['r.order_id', fn.countAll<number>().as('open')])
        .where('r.order_id', 'in', orderIds)
        .where('r.answered_at', 'is', null)
        .where(
          sql<boolean>`r.flow_id = (select max(flow_id) from order_remark last where last.order_id = r.order_id)`,
        )
        .groupBy('r.order_id')
        .execute();
      return new Map(rows.map(({ order_id: id, open }) => [id, open]));
    },

    /** Remarks of the last return about these fields are answered. */
    async answerRemarks(orderId: number, fields: readonly OrderFieldName[]): Promise<void> {
      if (fields.length === 0) return;
      await db
        .updateTable('order_remark')
        .set({ answered_at: sql<Date>`now()` })
        .where('order_id', '=', orderId)
        .where('flow_id', '=', lastReturn(orderId))
        .where('field', 'in', fields)
        .where('answered_at', 'is', null)
        .execute();
    },
  };
}

const lastReturn = (orderId: number) =>
  sql<number>`(select max(flow_id) from order_remark where order_id = ${orderId})`;
