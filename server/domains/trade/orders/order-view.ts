import type { Order } from '#shared/api/cabinet/orders.ts';
import { EDITABLE_ORDERS, SHOWN_ORDERS, type OrderState } from '#shared/lifecycles/order.ts';
import type { StoredOrder } from './order-tables.ts';

type Shown = Order['status'];

/** Its customer and staff can see it. */
export const isShown = (state: OrderState): state is Shown =>
  (SHOWN_ORDERS as readonly OrderState[]).includes(state);

/** Its customer writes it. */
export const isEditable = (state: OrderState): boolean =>
  (EDITABLE_ORDERS as readonly OrderState[]).includes(state);

type Row = Pick<StoredOrder, 'id' | 'status' | 'version' | 'created_at' | 'changed_at'>;

/** null: deleted. */
export const orderView = ({ id, status, version, created_at, changed_at }: Row): Order | null =>
  isShown(status)
    ? { id, status, version, createdAtMs: created_at.getTime(), changedAtMs: changed_at.getTime() }
    : null;
