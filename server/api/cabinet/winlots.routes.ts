import { createHash } from 'node:crypto';
import {
  canRefuse,
  isOpen,
  overBecause,
  refusalCost,
  type SettlementRow,
  type WinLots,
} from '#server/domains/money/settlements/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { fileReply, registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type {
  BringMissingSum,
  CheckoutOutcome,
  LeaveCorrectedSale,
  PaySettlement,
  RefuseSettlement,
} from '#server/workflows/index.ts';
import type { SettlementRefusal } from '#shared/lifecycles/settlement.ts';
import { isStaffRole } from '#shared/api/contract.ts';
import {
  acceptWinLot,
  afterSaleSteps,
  leaveCorrectedSale,
  myWinLots,
  payWinLot,
  refuseWinLot,
  winLotBankOrder,
} from '#shared/api/cabinet/winlots.ts';

/** Lots people have won: to be accepted, paid or refused. */
export interface WinLotDeps {
  winLots: WinLots;
  paying: Pick<PaySettlement, 'pay'>;
  refusing: RefuseSettlement;
  payShortfall: BringMissingSum;
  leaving: LeaveCorrectedSale;
}

function startedOrRefuse(checkout: CheckoutOutcome) {
  switch (checkout.outcome) {
    case 'started': {
      const { paymentId, checkoutUrl, amountTiyin } = checkout;
      return { paymentId, checkoutUrl, amountTiyin };
    }
    case 'not-offered':
      throw ruleForbids('payments.not-offered');
    case 'request-ended':
      throw conflict('payments.request-ended');
    // The sum is within the limits, so it is another one than at the first call.
    case 'too-small':
    case 'too-large':
    case 'request-reused':
      throw ruleForbids('payments.request-reused');
  }
}

export function registerWinLotRoutes(app: HttpApp, deps: WinLotDeps): void {
  const { winLots, paying, refusing, payShortfall, leaving } = deps;

  const own = async (lotId: number, personId: string, settlementId?: number): Promise<SettlementRow> => {
    const row = await winLots.find(lotId, personId, settlementId);
    if (!row) throw notFound();
    return row;
  };
  const over = async (row: SettlementRow, reason: SettlementRefusal) => ({
    verdict: 'over' as const,
    reason,
    winLot: await winLots.shown(row.id),
  });

  registerContract(app, myWinLots, (call) => {
    const { personId } = call.signedIn();
    return winLots.list(personId, call.query);
  });

  registerContract(app, acceptWinLot, async (call) => {
    const row = await own(call.body.lotId, call.signedIn().personId);
    await winLots.accept(row.id);
    const winLot = await winLots.shown(row.id);
    const now = (await winLots.find(row.lot_id, row.person_id))!;
    return isOpen(winLot.state) ? { verdict: 'accepted' as const, winLot } : over(row, overBecause(now));
  });

  registerContract(app, payWinLot, async (call) => {
    const { lotId, provider, requestId, throughPart = null, settlementId } = call.body;
    const { personId } = call.signedIn();
    const row = await own(lotId, personId, settlementId);
    const paid = await paying.pay(row.id, personId, throughPart);
    if (paid.outcome === 'over') return over(row, paid.reason);
    if (paid.outcome === 'no-parts') throw ruleForbids('winlot.no-parts');
    if (paid.outcome !== 'short')
      return { verdict: paid.outcome, already: paid.already, winLot: await winLots.shown(row.id) };
    const { missingTiyin } = paid;
    const checkout =
      provider === undefined
        ? null
        : startedOrRefuse(
            await payShortfall({
              settlementId: row.id,
              lotId,
              personId,
              missingTiyin,
              throughPart,
              provider,
              requestId,
              language: call.language,
            }),
          );
    return { verdict: 'short' as const, missingTiyin, checkout, winLot: await winLots.shown(row.id) };
  });

  registerContract(app, refuseWinLot, async (call) => {
    const { lotId, code } = call.body;
    const { personId } = call.signedIn();
    const row = await own(lotId, personId);
    const cost = refusalCost(row);
    if (code !== undefined) {
      const refused = await refusing.refuse(row.id, personId, code);
      if (refused.outcome === 'over') return over(row, refused.reason);
      if (refused.outcome === 'code') return { verdict: 'code' as const, problem: refused.problem };
      const winLot = await winLots.shown(row.id);
      return { verdict: 'refused' as const, already: refused.already, cost, winLot };
    }
    if (row.state === 'refused')
      return { verdict: 'refused' as const, already: true, cost, winLot: await winLots.shown(row.id) };
    if (!canRefuse(row)) return over(row, overBecause(row));
    const issued = await refusing.sendCode(row.id, personId, call.address);
    switch (issued.outcome) {
      case 'sent': {
        const { resendAfterMs, expiresAt, to } = issued;
        return { verdict: 'sent' as const, cost, resendAfterMs, expiresAtMs: expiresAt.getTime(), to };
      }
      case 'wait':
        return { verdict: 'wait' as const, cost, resendAfterMs: Math.ceil(issued.resendAfterMs) };
      case 'limit':
        return { verdict: 'limit' as const, untilMs: issued.until.getTime() };
      case 'undelivered':
        return { verdict: 'undelivered' as const };
    }
  });

  registerContract(app, leaveCorrectedSale, async (call) => {
    const { lotId, settlementId } = call.body;
    const done = await leaving(lotId, call.signedIn().personId, settlementId);
    if (done.outcome === 'none') throw notFound();
    const winLot = await winLots.shown(settlementId);
    if (done.outcome === 'left') return { verdict: 'left' as const, already: done.already, winLot };
    return { verdict: 'over' as const, because: done.because, winLot };
  });

  registerContract(app, winLotBankOrder, async (call) => {
    const file = await winLots.bankOrder(call.params.lotId, call.signedIn().personId, {
      throughPart: call.query.throughPart ?? null,
      settlementId: call.query.settlementId,
    });
    if (!file) throw notFound();
    const sha256 = createHash('sha256').update(file.body).digest('hex');
    return fileReply({ ...file, sha256, mediaType: 'application/pdf' }, 'no-store');
  });

  registerContract(app, afterSaleSteps, async (call) => {
    const { personId, roles } = call.signedIn();
    const isStaff = roles.some((role) => isStaffRole(role));
    const { lotId } = call.params;
    const found = await winLots.afterSale(lotId, { personId, isStaff }, call.query.settlementId);
    if (!found) throw notFound();
    return found;
  });
}
