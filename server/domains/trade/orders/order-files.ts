import type { FileOwnerKind, FileTarget } from '#server/domains/content/files/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { createOrderFlows } from './flows/order-flows.ts';
import { createOrdersRepository } from './orders.repository.ts';
import { isEditable, isShown } from './order-view.ts';

/** Owners of files of this kind are orders. */
export const ORDER_FILES = 'order';

/** The photos and documents of an order. */
export const filesOf = (orderId: number): FileTarget => ({ owner: ORDER_FILES, ownerId: orderId });

/** Files of orders: for their customer and for staff; changed by the customer while the order can be edited. */
export const orderFileOwner = (db: AnyDb): FileOwnerKind => ({
  name: ORDER_FILES,

  async access(orderId, viewer) {
    const row = viewer ? await createOrdersRepository(db).byId(orderId) : undefined;
    if (!viewer || !row || !isShown(row.status)) return null;
    if (row.person_id === viewer.personId) return 'owner';
    return hasRight(viewer.roles, 'readOrders') ? 'staff' : null;
  },

  async lockForChange(tx, orderId, personId) {
    const row = await createOrdersRepository(tx).lock(orderId);
    if (row?.person_id !== personId || !isShown(row.status)) throw notFound();
    if (!isEditable(row.status)) throw conflict('order-state');
  },

  async touched(tx, orderId, kind) {
    await createOrdersRepository(tx).touch(orderId);
    // A remark about them is answered by changing them.
    await createOrderFlows(tx).answerRemarks(tx, orderId, [kind === 'image' ? 'photos' : 'documents']);
  },
});
