import type { TradeApplicationsService } from '#server/domains/trade/trade-applications/index.ts';
import type { PurchasesService } from '#server/domains/trade/purchases/index.ts';
import { notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type {
  ApplyForLot,
  ApplyRefusal,
  CancelApplication,
  CancelPurchase,
  RevokeApplication,
} from '#server/workflows/index.ts';
import {
  cancelUserOrder,
  consoleApplications,
  createUserOrder,
  myApplications,
  requestRevoke,
  sendApplyCode,
  sendApplyCodeFromCabinet,
  sendCancelCode,
  type ApplyRefused,
} from '#shared/api/cabinet/user-order.ts';
import { codeAnswer } from '../code-answer.ts';
import { buyingAnswers, type BuyingDeps } from './purchases.routes.ts';

/** Applying and cancelling, and revoking by staff; for lots at a fixed price reserving, buying and giving up. */
export interface UserOrderDeps extends Omit<BuyingDeps, 'purchases'> {
  purchases: BuyingDeps['purchases'] & Pick<PurchasesService, 'isFixedPrice'>;
  cancelPurchase: CancelPurchase;
  tradeApplications: Pick<TradeApplicationsService, 'mineList' | 'shown' | 'all'>;
  applying: Pick<ApplyForLot, 'sendCode' | 'apply'>;
  cancelling: Pick<CancelApplication, 'sendCode' | 'cancel'>;
  revoking: Pick<RevokeApplication, 'request'>;
}

const refusedAnswer = ({ objection, depositTiyin }: ApplyRefusal): ApplyRefused => ({
  verdict: 'refused',
  reason: objection.reason,
  depositTiyin,
  missingTiyin: objection.reason === 'short-balance' ? objection.missingTiyin : null,
  missingFacts: objection.reason === 'profile' ? objection.missingFacts : [],
  barredUntil: objection.reason === 'barred' ? objection.until : null,
});

export function registerUserOrderRoutes(app: HttpApp, deps: UserOrderDeps): void {
  const { tradeApplications, applying, cancelling, revoking, purchases } = deps;
  const buying = buyingAnswers(deps);

  for (const contract of [sendApplyCode, sendApplyCodeFromCabinet]) {
    registerContract(app, contract, async (call) => {
      const { lotId, quantity, byParts } = call.body;
      const { personId } = call.signedIn();
      // An auction with a quantity is refused by the same words as a lot that is not for sale this way.
      if (quantity !== undefined || (await purchases.isFixedPrice(lotId)))
        return buying.sendCode(lotId, personId, { quantity: quantity ?? 1, byParts }, call.address);
      if (byParts) throw ruleForbids('winlot.no-parts');
      const sent = await applying.sendCode(lotId, personId, call.address);
      if (!sent) throw notFound();
      if (sent.outcome === 'refused') return refusedAnswer(sent);
      if (sent.outcome !== 'applied') return codeAnswer(sent);
      return { verdict: 'applied' as const, application: await tradeApplications.shown(sent.applicationId) };
    });
  }

  registerContract(app, createUserOrder, async (call) => {
    const { lotId, code } = call.body;
    const { personId } = call.signedIn();
    if (await purchases.isFixedPrice(lotId)) return buying.confirm(lotId, personId, code);
    const answer = await applying.apply(lotId, personId, code);
    if (!answer) throw notFound();
    if (answer.outcome === 'refused') return refusedAnswer(answer);
    if (answer.outcome === 'code') return { verdict: 'code' as const, problem: answer.problem };
    const application = await tradeApplications.shown(answer.applicationId);
    return { verdict: 'applied' as const, already: answer.already, application };
  });

  registerContract(app, sendCancelCode, async (call) => {
    const { lotId } = call.body;
    if (await purchases.isFixedPrice(lotId)) return { verdict: 'not-needed' as const };
    const sent = await cancelling.sendCode(lotId, call.signedIn().personId, call.address);
    if (!sent) throw notFound();
    if (sent.outcome === 'refused') return { verdict: 'refused' as const, reason: sent.reason };
    return codeAnswer(sent);
  });

  registerContract(app, cancelUserOrder, async (call) => {
    const { lotId, code } = call.body;
    const { personId } = call.signedIn();
    if (await purchases.isFixedPrice(lotId)) {
      const given = await deps.cancelPurchase(lotId, personId);
      if (given.outcome === 'refused') return { verdict: 'refused' as const, reason: given.reason };
      const { already, releasedTiyin } = given;
      return { verdict: 'cancelled' as const, already, releasedTiyin };
    }
    if (code === undefined) throw ruleForbids('user-order.no-code');
    const answer = await cancelling.cancel(lotId, personId, code);
    if (!answer) throw notFound();
    switch (answer.outcome) {
      case 'refused':
        return { verdict: 'refused' as const, reason: answer.reason };
      case 'code':
        return { verdict: 'code' as const, problem: answer.problem };
      case 'cancelled': {
        const { already, releasedTiyin } = answer;
        return { verdict: 'cancelled' as const, already, releasedTiyin };
      }
    }
  });

  registerContract(app, myApplications, (call) =>
    tradeApplications.mineList(call.signedIn().personId, call.query),
  );
  registerContract(app, consoleApplications, (call) =>
    tradeApplications.all({ personId: call.signedIn().personId, address: call.address }, call.query),
  );
  registerContract(app, requestRevoke, async (call) => {
    const { personId, name } = call.signedIn();
    const answer = await revoking.request(call.params.id, { personId, name }, call.body);
    if (!answer) throw notFound();
    if (answer.outcome === 'refused') return { verdict: 'refused' as const, reason: answer.reason };
    const { already, requestId, expiresAt } = answer;
    return { verdict: 'requested' as const, already, requestId, expiresAtMs: expiresAt.getTime() };
  });
}
