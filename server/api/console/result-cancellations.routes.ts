import type {
  CancellationOutcome,
  ResultCancellations,
} from '#server/domains/trade/result-cancellations/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import {
  approveResultCancellation,
  consoleResultCancellations,
  dropResultCancellation,
  prepareResultCancellation,
  proposeResultCancellation,
  turnDownResultCancellation,
} from '#shared/api/console/result-cancellations.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';

type SignedInCall = Pick<Call, 'signedIn'>;

/** Cancellations of results and sales, for staff. */
export function registerResultCancellationRoutes(app: HttpApp, cancellations: ResultCancellations): void {
  const viewerOf = (call: SignedInCall) => {
    const { personId, roles } = call.signedIn();
    return { personId, cancels: hasRight(roles, 'cancelResults') };
  };
  const answer = (call: SignedInCall, decided: CancellationOutcome) => {
    if (decided.outcome === 'none') throw notFound();
    if (decided.outcome === 'no-document') throw ruleForbids('result-cancellations.no-document');
    if (decided.outcome === 'above-held') throw ruleForbids('result-cancellations.above-held');
    if (decided.outcome !== 'done') throw conflict(`result-cancellations.${decided.outcome}`);
    return cancellations.one(decided.cancellationId, viewerOf(call));
  };

  registerContract(app, consoleResultCancellations, (call) => {
    const { lotId, ...query } = call.query;
    return cancellations.list(viewerOf(call), { ...query, ...(lotId === undefined ? {} : { lotId }) });
  });

  registerContract(app, prepareResultCancellation, async (call) => {
    const by = call.signedIn().personId;
    const { reason, settlementId, default: end, notHandedOver } = call.body;
    const proposal = { reason, by, settlementId, returnTiyin: end?.returnTiyin, notHandedOver };
    return answer(call, await cancellations.prepare(call.params.lotId, proposal));
  });
  registerContract(app, proposeResultCancellation, async (call) =>
    answer(call, await cancellations.propose(call.params.cancellationId, call.signedIn().personId)),
  );
  registerContract(app, approveResultCancellation, async (call) => {
    const { returnsTiyin: returnedTiyin, owedTiyin } = call.body;
    const decision = { by: call.signedIn().personId, expected: { returnedTiyin, owedTiyin } };
    return answer(call, await cancellations.approve(call.params.cancellationId, decision));
  });
  registerContract(app, turnDownResultCancellation, async (call) => {
    const decision = { by: call.signedIn().personId, note: call.body.note };
    return answer(call, await cancellations.turnDown(call.params.cancellationId, decision));
  });
  registerContract(app, dropResultCancellation, async (call) =>
    answer(call, await cancellations.drop(call.params.cancellationId, call.signedIn().personId)),
  );
}
