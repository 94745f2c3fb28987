import { isRepeatFlow } from '#shared/lifecycles/repeat.ts';
import type { OrderFlows, OrdersService, PlainRow } from '#server/domains/trade/orders/index.ts';
import type { FileViewer } from '#server/domains/content/files/index.ts';
import type { OrderPreview } from '#server/workflows/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  additionalFee,
  createOrder,
  deleteOrder,
  duplicateOrder,
  getOrder,
  orderFlows,
  orderFullInfo,
  orderHead,
  orderList,
  orderPreview,
  orderTabDetails,
  saveOrderDetails,
  sendBankInfoCode,
  updateBankInfo,
  updateOrder,
  type OrderRow,
} from '#shared/api/cabinet/orders.ts';

export interface OrderRoutesDeps {
  orders: OrdersService;
  flows: Pick<OrderFlows, 'of'>;
  /** The card that an order would make. */
  previewOrder(viewer: FileViewer, orderId: number): Promise<OrderPreview>;
  /** Lots of orders; those without any are left out. */
  lotsOfOrders(orderIds: readonly number[]): Promise<ReadonlyMap<number, OrderRow['lots']>>;
}

type Created = Awaited<ReturnType<OrdersService['creating']['create']>>;

/** The orders made, or why none was made. @throws 404 when those of this request were deleted */
function madeOrRefused(result: Created) {
  switch (result.outcome) {
    case 'gone':
      throw notFound();
    case 'refused': {
      const { reason, missingFacts, barredUntil } = result;
      return { verdict: 'refused' as const, reason, missingFacts: [...missingFacts], barredUntil };
    }
    case 'created': {
      const { orders, repeated } = result;
      return { verdict: 'created' as const, orders, repeated };
    }
  }
}

/** Orders of the person who is signed in; those of others do not exist for them. */
export function registerOrderRoutes(app: HttpApp, deps: OrderRoutesDeps): void {
  const { orders, flows, lotsOfOrders, previewOrder } = deps;
  const { creating, drafts, reading, tabs, requisites } = orders;

  async function withLots(rows: readonly PlainRow[]): Promise<OrderRow[]> {
    const lots = await lotsOfOrders(rows.map(({ id }) => id));
    return rows.map((row) => ({ ...row, lots: lots.get(row.id) ?? { count: 0, last: null } }));
  }

  registerContract(app, createOrder, async (call) => {
    const { personId } = call.signedIn();
    const made = madeOrRefused(await creating.create(personId, call.body, call.address));
    if (made.verdict === 'refused') return made;
    const { verdict, repeated, orders: all } = made;
    return { verdict, repeated, order: all[0]! };
  });

  registerContract(app, duplicateOrder, async (call) =>
    madeOrRefused(await creating.duplicate(call.signedIn().personId, call.body, call.address)),
  );

  registerContract(app, getOrder, (call) => reading.details(call.signedIn().personId, call.params.id));

  registerContract(app, saveOrderDetails, (call) => {
    const { fields, ...seen } = call.body;
    return drafts.save(call.signedIn().personId, seen, fields);
  });

  registerContract(app, updateOrder, (call) => {
    const { fields, ...seen } = call.body;
    return drafts.replace(call.signedIn().personId, seen, fields);
  });

  registerContract(app, orderList, async (call) => {
    const { items, total } = await reading.list(call.signedIn().personId, call.query);
    const { page, size } = call.query;
    return { items: await withLots(items), total, page, size };
  });

  registerContract(app, orderHead, async (call) => {
    const row = await reading.row(call.signedIn().personId, call.params.id);
    return (await withLots([row]))[0]!;
  });

  registerContract(app, orderTabDetails, (call) =>
    tabs.tab(call.signedIn().personId, call.params.id, call.query.tab),
  );

  registerContract(app, orderFullInfo, async (call) => {
    const { personId } = call.signedIn();
    const row = await reading.row(personId, call.params.id);
    const [[order], all] = await Promise.all([withLots([row]), tabs.all(personId, row.id)]);
    return { order: order!, ...all };
  });

  registerContract(app, orderFlows, async (call) => {
    const { id } = await reading.row(call.signedIn().personId, call.params.id);
    const items = await flows.of(id);
    return {
      items: items.map(({ atMs, by, from, to, note, why, reason, remarks, event }) => ({
        atMs,
        by,
        from,
        to,
        note,
        why,
        reason,
        remarks,
        ...(isRepeatFlow(event) && { repeat: event }),
      })),
    };
  });

  registerContract(app, deleteOrder, async (call) => {
    await drafts.delete(call.signedIn().personId, call.body, call.address);
    return { deleted: true as const };
  });

  registerContract(app, sendBankInfoCode, (call) => {
    call.signedIn();
    return requisites.sendCode(call.session!, call.body.orderId, call.address);
  });

  registerContract(app, updateBankInfo, (call) => requisites.change(call.session!, call.body, call.address));

  registerContract(app, orderPreview, (call) => {
    const { personId, roles } = call.signedIn();
    return previewOrder({ personId, roles }, call.params.id);
  });

  registerContract(app, additionalFee, (call) => orders.cost(call.signedIn().personId, call.params.id));
}
