import { stockView, type PurchasesService } from '#server/domains/trade/purchases/index.ts';
import { notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type { IssueOutcome } from '#server/platform/one-time-codes/index.ts';
import type { ConfirmPurchase, NotReserved, ReserveUnits, SuspendSale } from '#server/workflows/index.ts';
import {
  consolePurchases,
  myPurchases,
  resumeSale,
  suspendSale,
  type PurchaseRefused,
} from '#shared/api/cabinet/purchases.ts';
import { codeAnswer } from '../code-answer.ts';

export interface PurchaseRouteDeps {
  purchases: Pick<PurchasesService, 'mine' | 'all'>;
  suspendSale: SuspendSale;
}

/** Own purchases, and sales at a fixed price in the hands of staff. */
export function registerPurchaseRoutes(app: HttpApp, { purchases, ...deps }: PurchaseRouteDeps): void {
  registerContract(app, myPurchases, (call) => purchases.mine(call.signedIn().personId, call.query));
  registerContract(app, consolePurchases, (call) => purchases.all(call.signedIn().personId, call.query));
  for (const [contract, event] of [
    [suspendSale, 'suspend-sale'],
    [resumeSale, 'resume-sale'],
  ] as const) {
    registerContract(app, contract, async (call) => {
      const { personId, name } = call.signedIn();
      const { reason } = call.body;
      const done = await deps.suspendSale.change(call.params.lotId, event, { personId, name, reason });
      if (!done) throw notFound();
      const { status } = done;
      return done.outcome === 'done'
        ? { verdict: 'done' as const, already: done.already, status }
        : { verdict: 'refused' as const, reason: done.reason, status };
    });
  }
}

const NO_STOCK = { units: 0, reserved: 0, sold: 0 } as const;

const refusedAnswer = ({ objection, quantity, sums, stock, ...rest }: NotReserved): PurchaseRefused => ({
  verdict: 'purchase-refused',
  reason: objection.reason,
  quantity,
  totalTiyin: sums?.totalTiyin ?? null,
  dueNowTiyin: sums?.dueNowTiyin ?? null,
  missingTiyin: objection.reason === 'short-balance' ? objection.missingTiyin : null,
  missingFacts: objection.reason === 'profile' ? objection.missingFacts : [],
  unitsLeft: objection.reason === 'parts-limit' ? objection.unitsLeft : null,
  barredUntil: objection.reason === 'barred' ? objection.until : null,
  stock: stockView(stock ?? NO_STOCK),
  nextFreeAtMs: rest.nextFreeAt?.getTime() ?? null,
  serverAtMs: rest.now.getTime(),
});

const NOT_SENT = { phone: null, email: null } as const;

function purchaseCode(issued: IssueOutcome) {
  switch (issued.outcome) {
    case 'sent':
      return { state: 'sent', resendAfterMs: issued.resendAfterMs, to: issued.to } as const;
    case 'wait':
      return { state: 'wait', resendAfterMs: Math.ceil(issued.resendAfterMs), to: NOT_SENT } as const;
    case 'limit':
      return { state: 'limit', resendAfterMs: null, to: NOT_SENT } as const;
    case 'undelivered':
      return { state: 'undelivered', resendAfterMs: 0, to: NOT_SENT } as const;
  }
}

export interface BuyingDeps {
  purchases: Pick<PurchasesService, 'shown' | 'stock'>;
  reserving: ReserveUnits;
  confirming: ConfirmPurchase;
}

/** The answers about a lot at a fixed price, of the calls that serve both kinds of sale. */
export function buyingAnswers({ purchases, reserving, confirming }: BuyingDeps) {
  const shownWithStock = async (purchaseId: number, lotId: number) => {
    const [purchase, stock] = await Promise.all([purchases.shown(purchaseId), purchases.stock(lotId)]);
    return { purchase, stock };
  };
  return {
    async sendCode(
      lotId: number,
      personId: string,
      asked: { quantity: number; byParts: boolean },
      address: string,
    ) {
      const { quantity, byParts } = asked;
      const reserved = await reserving.reserve(lotId, personId, quantity, address, byParts);
      if (!reserved) throw notFound();
      switch (reserved.outcome) {
        case 'no-parts':
          throw ruleForbids('winlot.no-parts');
        case 'refused':
          return refusedAnswer(reserved);
        case 'other-quantity': {
          const shown = await shownWithStock(reserved.purchaseId, lotId);
          return { verdict: 'other-quantity' as const, ...shown, serverAtMs: Date.now() };
        }
        case 'reserved': {
          const { already, purchaseId } = reserved;
          const code = purchaseCode(reserved.code);
          const shown = await shownWithStock(purchaseId, lotId);
          return { verdict: 'reserved' as const, already, ...shown, code, serverAtMs: Date.now() };
        }
        default:
          return codeAnswer(reserved);
      }
    },

    async confirm(lotId: number, personId: string, code: string) {
      const done = await confirming.confirm(lotId, personId, code);
      if (done.outcome === 'code') return { verdict: 'code' as const, problem: done.problem };
      if (done.outcome === 'bought') {
        const shown = await shownWithStock(done.purchaseId, lotId);
        return { verdict: 'bought' as const, already: done.already, ...shown };
      }
      const { reason, purchaseId } = done;
      const [purchase, stock] = await Promise.all([
        purchaseId === null ? null : purchases.shown(purchaseId),
        purchases.stock(lotId),
      ]);
      return { verdict: 'purchase-over' as const, reason, purchase, stock };
    },
  };
}
