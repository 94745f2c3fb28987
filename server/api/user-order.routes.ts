import type { TradeApplicationsService } from '#server/domains/trade-applications/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type { IssueOutcome } from '#server/platform/one-time-codes/index.ts';
import type {
  ApplyForLot,
  ApplyRefusal,
  CancelApplication,
  RevokeApplication,
} from '#server/workflows/index.ts';
import {
  cancelUserOrder,
  consoleApplications,
  createUserOrder,
  myApplications,
  requestRevoke,
  revokeApplication,
  sendApplyCode,
  sendApplyCodeFromCabinet,
  sendCancelCode,
  type ApplyRefused,
} from '#shared/api/user-order.ts';

/** Applying and cancelling, and revoking by staff. */
export interface UserOrderDeps {
  tradeApplications: Pick<TradeApplicationsService, 'mineList' | 'shown' | 'all'>;
  applying: Pick<ApplyForLot, 'sendCode' | 'apply'>;
  cancelling: Pick<CancelApplication, 'sendCode' | 'cancel'>;
  revoking: Pick<RevokeApplication, 'revoke' | 'request'>;
}

/** The answer to sending a code. */
function codeAnswer(issued: IssueOutcome) {
  switch (issued.outcome) {
    case 'sent':
      return {
        verdict: 'sent',
        resendAfterMs: issued.resendAfterMs,
        expiresAtMs: issued.expiresAt.getTime(),
        to: issued.to,
      } as const;
    case 'wait':
      return { verdict: 'wait', resendAfterMs: Math.ceil(issued.resendAfterMs) } as const;
    case 'limit':
      return { verdict: 'limit', untilMs: issued.until.getTime() } as const;
    case 'undelivered':
      return { verdict: 'undelivered' } as const;
  }
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
  const { tradeApplications, applying, cancelling, revoking } = deps;

  for (const contract of [sendApplyCode, sendApplyCodeFromCabinet]) {
    registerContract(app, contract, async (call) => {
      const sent = await applying.sendCode(call.body.lotId, call.signedIn().personId, call.address);
      if (!sent) throw notFound();
      if (sent.outcome === 'refused') return refusedAnswer(sent);
      if (sent.outcome !== 'applied') return codeAnswer(sent);
      return { verdict: 'applied' as const, application: await tradeApplications.shown(sent.applicationId) };
    });
  }

  registerContract(app, createUserOrder, async (call) => {
    const answer = await applying.apply(call.body.lotId, call.signedIn().personId, call.body.code);
    if (!answer) throw notFound();
    if (answer.outcome === 'refused') return refusedAnswer(answer);
    if (answer.outcome === 'code') return { verdict: 'code' as const, problem: answer.problem };
    const application = await tradeApplications.shown(answer.applicationId);
    return { verdict: 'applied' as const, already: answer.already, application };
  });

  registerContract(app, sendCancelCode, async (call) => {
    const sent = await cancelling.sendCode(call.body.lotId, call.signedIn().personId, call.address);
    if (!sent) throw notFound();
    if (sent.outcome === 'refused') return { verdict: 'refused' as const, reason: sent.reason };
    return codeAnswer(sent);
  });

  registerContract(app, cancelUserOrder, async (call) => {
    const answer = await cancelling.cancel(call.body.lotId, call.signedIn().personId, call.body.code);
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
    tradeApplications.all(call.signedIn().personId, call.query),
  );
  registerContract(app, revokeApplication, async (call) => {
    const { personId, name } = call.signedIn();
    const answer = await revoking.revoke(call.params.id, { personId, name }, call.body.reason);
    if (!answer) throw notFound();
    if (answer.outcome === 'refused') return { verdict: 'refused' as const, reason: answer.reason };
    const { already, deposit } = answer;
    return { verdict: 'revoked' as const, already, deposit };
  });
  registerContract(app, requestRevoke, async (call) => {
    const { personId, name } = call.signedIn();
    const answer = await revoking.request(call.params.id, { personId, name }, call.body);
    if (!answer) throw notFound();
    if (answer.outcome === 'refused') return { verdict: 'refused' as const, reason: answer.reason };
    const { already, requestId, expiresAt } = answer;
    return { verdict: 'requested' as const, already, requestId, expiresAtMs: expiresAt.getTime() };
  });
}
