import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { activeLotList, lotDetails, lotList, lotListCounter, lotResult } from '#shared/api/lots.ts';
import type { LotsService } from './lots.service.ts';

export function registerLotRoutes(app: HttpApp, lots: LotsService): void {
  registerContract(app, lotList, (call) => lots.list(call.query));
  registerContract(app, lotListCounter, (call) => lots.counters(call.query));
  registerContract(app, activeLotList, (call) => lots.active(call.query.limit, call.query.except));
  registerContract(app, lotDetails, async (call) => {
    const lot = await lots.details(call.params.id);
    if (!lot) throw notFound();
    return lot;
  });
  registerContract(app, lotResult, async (call) => {
    const found = await lots.result(call.params.id);
    if (!found) throw notFound();
    return found;
  });
}
