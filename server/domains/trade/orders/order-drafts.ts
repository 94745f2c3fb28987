import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { OrderPatch } from '#shared/api/cabinet/order-fields.ts';
import type { OrderSaved } from '#shared/api/cabinet/orders.ts';
import { isDeepStrictEqual } from 'node:util';
import type { OrderFieldName, OrderFields } from '#shared/orders/order-fields.ts';
import type { OrderFlows } from './flows/order-flows.ts';
import type { OrderJudge } from './judge-order.ts';
import type { StoredOrder } from './order-tables.ts';
import { isShown } from './order-view.ts';
import { createOrdersRepository } from './orders.repository.ts';
import { demandEditable, demandVersion, lockedOrder } from './own-order.ts';
import { stepStates } from './step-states.ts';
import { changedFields, storedFields } from './stored-fields.ts';

export interface DraftDeps {
  db: AnyDb;
  judge: Pick<OrderJudge, 'judge'>;
  flows: Pick<OrderFlows, 'record' | 'remarksOf' | 'answerRemarks'>;
  actions: Pick<ActionLog, 'record'>;
  /** Gives up the files of an order, in the transaction of its deletion. */
  removeFiles(tx: AnyDb, orderId: number): Promise<void>;
}

/** An order of the person as they saw it. */
interface Seen {
  orderId: number;
  version: number;
}

/** Every call: 404 for orders of other people, 409 `orders.changed` and `orders.not-editable`. */
export interface OrderDrafts {
  /** Absent fields stay, null deletes. The same fields again change nothing. */
  save(personId: string, seen: Seen, patch: Partial<OrderPatch>): Promise<OrderSaved>;
  /** Absent fields are emptied. */
  replace(personId: string, seen: Seen, fields: OrderFields): Promise<OrderSaved>;
  /** With its files; repeating it changes nothing. */
  delete(personId: string, seen: Seen, address: string): Promise<void>;
}

const changedNames = (before: OrderFields, after: OrderFields): OrderFieldName[] => {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof OrderFields>;
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
};

/** What customers write, and throw away. */
export function createOrderDrafts(deps: DraftDeps): OrderDrafts {
  const { db, judge, flows, actions, removeFiles } = deps;

  async function saved(row: StoredOrder): Promise<OrderSaved> {
    const { id, person_id: personId, fields, version, changed_at } = row;
    const [{ problems, warnings, paymentDays }, remarks] = await Promise.all([
      judge.judge({ id, personId, fields }),
      flows.remarksOf(id),
    ]);
    const steps = stepStates(problems, remarks);
    return { version, savedAtMs: changed_at.getTime(), problems, warnings, steps, paymentDays };
  }

  async function change(
    personId: string,
    { orderId, version }: Seen,
    next: (fields: OrderFields) => OrderFields,
  ): Promise<OrderSaved> {
    const row = await inTransaction(db, async (tx) => {
      const before = await lockedOrder(tx, personId, orderId);
      demandEditable(before);
      const fields = next(before.fields);
      const changed = changedNames(before.fields, fields);
      // The answer to the saving that made the present version was lost, and it is sent again.
      const again = changed.length === 0 && before.version === version + 1;
      if (!again) demandVersion(before, version);
      if (changed.length === 0) return before;
      await flows.answerRemarks(tx, orderId, changed);
      return createOrdersRepository(tx).write(orderId, fields);
    });
    return saved(row);
  }

  return {
    save: (personId, seen, patch) => change(personId, seen, (fields) => changedFields(fields, patch)),

    replace: (personId, seen, fields) => change(personId, seen, () => storedFields(fields)),

    delete: (personId, { orderId, version }, address) =>
      inTransaction(db, async (tx) => {
        const own = createOrdersRepository(tx);
        const row = await own.lock(orderId);
        if (row?.person_id !== personId) throw notFound();
        // Deleted already.
        if (!isShown(row.status)) return;
        demandEditable(row);
        demandVersion(row, version);
        await own.move(orderId, 'delete');
        await flows.record(tx, {
          orderId,
          event: 'delete',
          from: row.status,
          by: { kind: 'customer', personId },
        });
        await removeFiles(tx, orderId);
        const done = { type: 'order', action: 'deleted', result: 'done' } as const;
        await actions.record({ personId, address, ...done }, tx);
      }),
  };
}
