import type { AuthorisedSellers } from '#server/domains/people/accounts/index.ts';
import type { Moderation, ModerationView } from '#server/domains/trade/orders/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  allowEarlyStart,
  approveOrder,
  authorisedSellers,
  claimOrder,
  consoleOrder,
  consoleOrders,
  markAuthorisedSeller,
  rejectOrder,
  releaseOrder,
  returnOrder,
} from '#shared/api/console/console-orders.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';

export interface ConsoleOrderRouteDeps {
  moderation: Moderation;
  view: ModerationView;
  sellers: AuthorisedSellers;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface StaffCall {
  signedIn(): { personId: string; roles: readonly string[] };
  address: string;
}

const moderatorOf = (call: StaffCall) => ({ personId: call.signedIn().personId, address: call.address });
const readerOf = (call: StaffCall) => {
  const { personId, roles } = call.signedIn();
  return {
    personId,
    address: call.address,
    mayDecide: hasRight(roles, 'moderateOrders'),
    seesRequisites: hasRight(roles, 'seeRequisites'),
  };
};

/** Orders of customers for staff: the queue, one order, decisions, authorised sellers of state property. */
export function registerConsoleOrderRoutes(
  app: HttpApp,
  { moderation, view, sellers, namesOf }: ConsoleOrderRouteDeps,
): void {
  registerContract(app, consoleOrders, async (call) => {
    const { page, size, ...filter } = call.query;
    const found = await view.queue(filter, readerOf(call), page, size);
    return { ...found, page, size, serverAtMs: Date.now() };
  });

  registerContract(app, consoleOrder, async (call) => {
    const order = await view.order(call.params.orderId, readerOf(call));
    if (!order) throw notFound();
    return order;
  });

  registerContract(app, claimOrder, async (call) => {
    const until = await moderation.claim(call.params.orderId, moderatorOf(call));
    return { untilMs: until.getTime() };
  });

  registerContract(app, releaseOrder, async (call) => {
    await moderation.release(call.params.orderId, moderatorOf(call));
    return { released: true as const };
  });

  registerContract(app, approveOrder, (call) =>
    moderation.approve({ orderId: call.params.orderId, version: call.body.version }, moderatorOf(call)),
  );

  registerContract(app, allowEarlyStart, async (call) => {
    const changed = await moderation.allowEarlyStart(call.params.orderId, call.body, moderatorOf(call));
    return { allowed: call.body.allowed, changed };
  });

  registerContract(app, returnOrder, async (call) => {
    const { version, ...given } = call.body;
    const seen = { orderId: call.params.orderId, version };
    return { version: await moderation.giveBack(seen, given, moderatorOf(call)) };
  });

  registerContract(app, rejectOrder, async (call) => {
    const { version, ...given } = call.body;
    const seen = { orderId: call.params.orderId, version };
    return { version: await moderation.reject(seen, given, moderatorOf(call)) };
  });

  registerContract(app, authorisedSellers, async (call) => {
    const { page, size } = call.query;
    const { items, total } = await sellers.list(page, size);
    const names = await namesOf([...new Set(items.flatMap((mark) => [mark.person_id, mark.marked_by]))]);
    return {
      items: items.map((mark) => ({
        person: { id: mark.person_id, name: names.get(mark.person_id) ?? '' },
        reason: mark.reason,
        by: names.get(mark.marked_by) ?? '',
        atMs: mark.at.getTime(),
      })),
      total,
      page,
      size,
    };
  });

  registerContract(app, markAuthorisedSeller, async (call) => {
    const { authorised } = call.body;
    const changed = await sellers.mark(call.params.personId, call.body, moderatorOf(call));
    return { authorised, changed };
  });
}
