import type { ConsoleSettlements, ExtensionOutcome } from '#server/domains/money/settlements/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import {
  approveExtension,
  consoleSettlements,
  extendSettlement,
  rejectExtension,
} from '#shared/api/cabinet/winlots.ts';

/** What buyers owe, for staff; two of them move a deadline. */
export function registerConsoleSettlementRoutes(app: HttpApp, settlements: ConsoleSettlements): void {
  const viewerOf = (call: Pick<Call, 'signedIn'>) => {
    const { personId, roles } = call.signedIn();
    return {
      personId,
      extends: hasRight(roles, 'extendSettlements'),
      cancels: hasRight(roles, 'cancelResults'),
    };
  };
  const answer = (call: Pick<Call, 'signedIn'>, decided: ExtensionOutcome) => {
    if (decided.outcome === 'none') throw notFound();
    if (decided.outcome === 'extension-day') throw ruleForbids('settlements.extension-day');
    if (decided.outcome !== 'done') throw conflict(`settlements.${decided.outcome}`);
    return settlements.one(decided.settlementId, viewerOf(call));
  };

  registerContract(app, consoleSettlements, (call) => {
    const { lotId, ...query } = call.query;
    return settlements.list(viewerOf(call), { ...query, ...(lotId === undefined ? {} : { lotId }) });
  });

  registerContract(app, extendSettlement, async (call) => {
    const { until: day, reason } = call.body;
    const by = call.signedIn().personId;
    return answer(call, await settlements.ask(call.params.settlementId, { day, reason, by }));
  });

  registerContract(app, approveExtension, async (call) => {
    const decision = { extensionId: call.body.extensionId, by: call.signedIn().personId };
    return answer(call, await settlements.approve(call.params.settlementId, decision));
  });

  registerContract(app, rejectExtension, async (call) => {
    const decision = { extensionId: call.body.extensionId, by: call.signedIn().personId };
    return answer(call, await settlements.reject(call.params.settlementId, decision));
  });
}
