import type { ActionVerdict } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { OPEN_ORDERS_MAX, type Order, type OrderRefusal } from '#shared/api/cabinet/orders.ts';
import type { ProfileFact } from '#shared/validation/profile-facts.ts';
import type { OrderFlows } from './flows/order-flows.ts';
import type { StoredOrder } from './order-tables.ts';
import { orderView } from './order-view.ts';
import { createOrdersRepository, type NewOrder } from './orders.repository.ts';
import { ownOrder } from './own-order.ts';
import { fieldsOfSeller, type SellerFacts } from './seller-facts.ts';

export interface CreateDeps {
  db: AnyDb;
  /** Role, profile, offer and bars of the person. */
  maySell(personId: string): Promise<ActionVerdict>;
  /** What the account says about its person; null: it is gone. */
  sellerOf(personId: string): Promise<SellerFacts | null>;
  actions: Pick<ActionLog, 'record'>;
  flows: Pick<OrderFlows, 'record'>;
  /** The new order refers to the same files. */
  copyFiles(tx: AnyDb, fromId: number, toId: number): Promise<void>;
}

interface OrderRefused {
  outcome: 'refused';
  reason: OrderRefusal;
  missingFacts: readonly ProfileFact[];
  barredUntil: string | null;
}

/** `gone`: the drafts of this request were deleted. */
type OrdersCreated =
  | { outcome: 'created'; orders: Order[]; repeated: boolean }
  | OrderRefused
  | { outcome: 'gone' };

export interface CreateOrders {
  /**
   * A draft, once per request of the person; like the order `copyOf` where one is named, else with what the account says
   * about the seller.
   * @throws 404 unless that is an order of the person
   */
  create(
    personId: string,
    wanted: { requestId: string; copyOf?: number | undefined },
    address: string,
  ): Promise<OrdersCreated>;
  /** Drafts like an order of the person, once per request. @throws 404 unless it is theirs */
  duplicate(
    personId: string,
    wanted: { requestId: string; orderId: number; copies: number },
    address: string,
  ): Promise<OrdersCreated>;
}

/** A copy of a request of several has an id of its own. */
const copyRequest = (requestId: string, copy: number): string => `${requestId}:${copy}`;

const refused = (
  reason: OrderRefusal,
  details: Pick<ActionVerdict, 'missing' | 'until'> = {},
): OrderRefused => ({
  outcome: 'refused',
  reason,
  missingFacts: details.missing ?? [],
  barredUntil: details.until ?? null,
});

function repeated(rows: readonly StoredOrder[]): OrdersCreated {
  const orders = rows.flatMap((row) => orderView(row) ?? []);
  return orders.length > 0 ? { outcome: 'created', orders, repeated: true } : { outcome: 'gone' };
}

/** New orders: empty ones, and copies. */
export function createCreateOrders(deps: CreateDeps): CreateOrders {
  const { db, maySell, sellerOf, actions, flows, copyFiles } = deps;

  async function addAll(
    personId: string,
    wanted: readonly NewOrder[],
    earlier: (on: AnyDb) => Promise<StoredOrder[]>,
    address: string,
  ): Promise<OrdersCreated> {
    const before = await earlier(db);
    if (before.length > 0) return repeated(before);
    const verdict = await maySell(personId);
    // A session whose account is gone is treated as one without the role.
    if (verdict.reason) return refused(verdict.reason === 'sign-in' ? 'role' : verdict.reason, verdict);
    const seller = await sellerOf(personId);
    // Only natural persons have a limit of open orders.
    const limited = seller?.kind === 'natural';
    const begun = seller ? fieldsOfSeller(seller) : {};
    return inTransaction(db, async (tx): Promise<OrdersCreated> => {
      const own = createOrdersRepository(tx);
      await own.lockPerson(personId);
      const first = await earlier(tx);
      if (first.length > 0) return repeated(first);
      if (limited && (await own.countOpen(personId)) + wanted.length > OPEN_ORDERS_MAX)
        return refused('too-many-open');
      const orders: Order[] = [];
      for (const order of wanted) {
        const added = await own.add({ ...order, fields: order.fields ?? begun });
        if (order.copiedFrom !== undefined) await copyFiles(tx, order.copiedFrom, added.id);
        await flows.record(tx, {
          orderId: added.id,
          event: 'create',
          from: null,
          by: { kind: 'customer', personId },
        });
        orders.push(orderView(added)!);
      }
      const done = { type: 'order', action: 'created', result: 'done' } as const;
      await actions.record({ personId, address, ...done }, tx);
      return { outcome: 'created', orders, repeated: false };
    });
  }

  return {
    async create(personId, { requestId, copyOf }, address) {
      const earlier = async (on: AnyDb) => {
        const row = await createOrdersRepository(on).byRequest(personId, requestId);
        return row ? [row] : [];
      };
      if (copyOf === undefined) return addAll(personId, [{ personId, requestId }], earlier, address);
      const { id, fields } = await ownOrder(db, personId, copyOf);
      return addAll(personId, [{ personId, requestId, fields, copiedFrom: id }], earlier, address);
    },

    async duplicate(personId, { requestId, orderId, copies }, address) {
      const { id, fields } = await ownOrder(db, personId, orderId);
      const wanted = Array.from({ length: copies }, (_, copy) => ({
        personId,
        fields,
        copiedFrom: id,
        copiedBy: requestId,
        requestId: copyRequest(requestId, copy + 1),
      }));
      const earlier = (on: AnyDb) => createOrdersRepository(on).copiesOf(personId, requestId);
      return addAll(personId, wanted, earlier, address);
    },
  };
}
