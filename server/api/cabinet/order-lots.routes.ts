import type { LotsOfOrder } from '#server/workflows/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { orderLots } from '#shared/api/cabinet/orders.ts';

export function registerOrderLotRoutes(app: HttpApp, listOrderLots: LotsOfOrder): void {
  registerContract(app, orderLots, async (call) => {
    const found = await listOrderLots(call.params.id, call.signedIn().personId);
    if (!found) throw notFound();
    return found;
  });
}
