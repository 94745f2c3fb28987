import type { GeneratedAlways } from 'kysely';
import { inTransaction, type Db } from '#server/platform/database/index.ts';
import { stateAfter, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import { ORDER, type OrderState } from '#shared/lifecycles/order.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { listedColumns } from '../stored-fields.ts';

interface PublishedOrderTables {
  customer_order: {
    id: GeneratedAlways<number>;
    person_id: string;
    request_id: string;
    status: OrderState;
    created_at: Date;
    changed_at: Date;
    sent_at: Date | null;
  } & ReturnType<typeof listedColumns>;
  order_flow: {
    order_id: number;
    at: Date;
    event: EventOf<typeof ORDER>;
    from_state: OrderState | null;
    to_state: OrderState;
    by_kind: 'customer' | 'staff' | 'system';
    by_person_id: string | null;
  };
}

export interface PublishedOrder {
  personId: string;
  requestId: string;
  fields: OrderFields;
  /** Who approved it. */
  moderatorId: string;
  publishedAt: Date;
}

const HOUR_MS = 3_600_000;
/** How long before its publication each step of an order's way happened. */
const WAY = [
  ['create', 26 * HOUR_MS, 'customer'],
  ['send', 25 * HOUR_MS, 'customer'],
  ['approve', HOUR_MS, 'staff'],
  ['publish', 0, 'system'],
] as const satisfies readonly (readonly [EventOf<typeof ORDER>, number, string])[];

/**
 * Orders whose lots are published by the platform itself: with the whole history of an order that came to trade, and
 * without messages. The caller publishes the lot.
 */
export const addPublishedOrder = (
  db: Db<PublishedOrderTables>,
  { personId, requestId, fields, moderatorId, publishedAt }: PublishedOrder,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const before = (ms: number): Date => new Date(publishedAt.getTime() - ms);
    const [, sent] = WAY;
    const { id } = await tx
      .insertInto('customer_order')
      .values({
        person_id: personId,
        request_id: requestId,
        status: stateAfter(ORDER, 'publish'),
        created_at: before(WAY[0][1]),
        changed_at: publishedAt,
        sent_at: before(sent[1]),
        ...listedColumns(fields),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const by = { customer: personId, staff: moderatorId, system: null };
    let from: OrderState | null = null;
    const flows = WAY.map(([event, ms, kind]) => {
      const to = stateAfter(ORDER, event);
      const flow = { event, from_state: from, to_state: to, by_kind: kind, by_person_id: by[kind] };
      from = to;
      return { order_id: id, at: before(ms), ...flow };
    });
    await tx.insertInto('order_flow').values(flows).execute();
    return id;
  });
