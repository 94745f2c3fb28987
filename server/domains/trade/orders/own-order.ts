import type { AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, type RequestError } from '#server/platform/errors/index.ts';
import { createOrdersRepository } from './orders.repository.ts';
import type { OrderState } from '#shared/lifecycles/order-states.ts';
import type { StoredOrder } from './order-tables.ts';
import { isEditable, isShown } from './order-view.ts';

/** An order of the person. @throws 404 for those of others and for deleted ones */
export async function ownOrder(db: AnyDb, personId: string, orderId: number): Promise<StoredOrder> {
  const row = await createOrdersRepository(db).byId(orderId);
  if (row?.person_id !== personId || !isShown(row.status)) throw notFound();
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockedOrder(tx: AnyDb, personId: string, orderId: number): Promise<StoredOrder> {
  const row = await createOrdersRepository(tx).lock(orderId);
  if (row?.person_id !== personId || !isShown(row.status)) throw notFound();
  return row;
}

/** The order is in a state in which this is not changed any more. */
export const notEditable = (state: OrderState): RequestError =>
  conflict('orders.not-editable', { details: { state }, values: { state } });

/** @throws 409 `orders.not-editable` with the state */
export function demandEditable({ status }: Pick<StoredOrder, 'status'>): void {
  if (!isEditable(status)) throw notEditable(status);
}

/** @throws 409 `orders.changed` with the present version */
export function demandVersion({ version }: Pick<StoredOrder, 'version'>, seen: number): void {
  if (version !== seen) throw conflict('orders.changed', { details: { version } });
}
