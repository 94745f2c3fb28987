import type { AnyDb } from '#server/platform/database/index.ts';
import { createOrderFlows } from './flows/order-flows.ts';
import { createOrdersRepository } from './orders.repository.ts';

/**
 * Deletes the drafts of a person whose account is erased, and empties every order they deleted: no one else saw them. Their files
 * are given up by the caller. Repeating it changes nothing.
 */
export async function forgetDrafts(tx: AnyDb, personId: string): Promise<void> {
  const orders = createOrdersRepository(tx);
  await orders.lockPerson(personId);
  for (const { id, status } of await orders.draftsOf(personId)) {
    await orders.move(id, 'delete');
    await createOrderFlows(tx).record(tx, {
      orderId: id,
      event: 'delete',
      from: status,
      by: { kind: 'customer', personId },
    });
  }
  await orders.emptyDeleted(personId);
}
