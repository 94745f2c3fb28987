import type { DecidePayouts, PayoutOutcome, Payouts } from '#server/domains/money/payouts/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import {
  approvePayout,
  consolePayouts,
  planPayoutAgain,
  sendPayout,
  settlePayout,
  winnerPayments,
} from '#shared/api/console/payouts.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';

type SignedInCall = Pick<Call, 'signedIn'>;

/** What sellers get: to themselves, and to the staff who pay it out. */
export function registerPayoutRoutes(app: HttpApp, payouts: Payouts, deciding: DecidePayouts): void {
  const viewerOf = (call: SignedInCall) => {
    const { personId, roles } = call.signedIn();
    const seesRequisites = hasRight(roles, 'seeRequisites');
    return { personId, decides: hasRight(roles, 'decidePayouts'), seesRequisites };
  };
  const answer = (call: SignedInCall, payoutId: number, { outcome }: PayoutOutcome) => {
    if (outcome === 'none') throw notFound();
    if (outcome === 'too-early' || outcome === 'no-requisites') throw ruleForbids(`payouts.${outcome}`);
    if (outcome !== 'done') throw conflict(`payouts.${outcome}`);
    return payouts.one(payoutId, viewerOf(call));
  };

  registerContract(app, winnerPayments, (call) => payouts.salesOf(call.signedIn().personId, call.query));

  registerContract(app, consolePayouts, (call) => {
    const { lotId, ...query } = call.query;
    return payouts.list(viewerOf(call), { ...query, ...(lotId === undefined ? {} : { lotId }) });
  });

  registerContract(app, approvePayout, async (call) => {
    const { payoutId } = call.params;
    const { requisitesMark: mark } = call.body;
    return answer(call, payoutId, await deciding.approve(payoutId, { mark, by: call.signedIn().personId }));
  });
  registerContract(app, sendPayout, async (call) => {
    const { payoutId } = call.params;
    return answer(call, payoutId, await deciding.send(payoutId, call.signedIn().personId));
  });
  registerContract(app, settlePayout, async (call) => {
    const { payoutId } = call.params;
    const { document } = call.body;
    return answer(
      call,
      payoutId,
      await deciding.settle(payoutId, { document, by: call.signedIn().personId }),
    );
  });
  registerContract(app, planPayoutAgain, async (call) => {
    const { payoutId } = call.params;
    return answer(call, payoutId, await deciding.planAgain(payoutId, call.signedIn().personId));
  });
}
