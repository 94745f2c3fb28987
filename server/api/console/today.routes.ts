import type { ReadMoneyOfDay } from '#server/domains/money/wallet/index.ts';
import type { ReadWorkQueues } from '#server/domains/staff/work-queues/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { moneyOfDay, waitingWork } from '#shared/api/console/today.ts';

export function registerTodayRoutes(app: HttpApp, read: ReadWorkQueues): void {
  registerContract(app, waitingWork, async (call) => ({
    items: await read(call.signedIn().roles),
    serverAtMs: Date.now(),
  }));
}

export function registerMoneyOfDayRoutes(app: HttpApp, read: ReadMoneyOfDay): void {
  registerContract(app, moneyOfDay, () => read(Date.now()));
}
