import type { SaleClaims } from '#server/domains/trade/result-cancellations/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { buyerClaims, saleClaims, waiveClaim } from '#shared/api/cabinet/sale-claims.ts';

const owedOf = (items: readonly { amountTiyin: number }[]): number =>
  items.reduce((sum, { amountTiyin }) => sum + amountTiyin, 0);

/** What sellers owe, and buyers are owed, for sales that were cancelled after the payout. */
export function registerSaleClaimRoutes(app: HttpApp, claims: SaleClaims): void {
  registerContract(app, saleClaims, async (call) => {
    const found = await claims.ofSeller(call.signedIn().personId);
    const items = found.map((claim) => ({
      id: claim.id,
      debtId: claim.journal_id,
      lotId: claim.lot_id,
      title: claim.lot_title,
      amountTiyin: claim.amount_tiyin,
      createdAtMs: claim.created_at.getTime(),
      paidAtMs: claim.paid_at?.getTime() ?? null,
    }));
    return { items, owedTiyin: owedOf(items.filter(({ paidAtMs }) => paidAtMs === null)) };
  });

  registerContract(app, buyerClaims, async (call) => {
    const found = await claims.ofBuyer(call.signedIn().personId);
    const items = found.map((claim) => ({
      id: claim.id,
      lotId: claim.lot_id,
      title: claim.lot_title,
      amountTiyin: claim.amount_tiyin,
      createdAtMs: claim.created_at.getTime(),
      ended: claim.ended,
      endedAtMs: claim.ended_at?.getTime() ?? null,
      waivedAtMs: claim.waived_at?.getTime() ?? null,
    }));
    return { items, owedTiyin: owedOf(items.filter(({ ended }) => ended === null)) };
  });

  registerContract(app, waiveClaim, async (call) => {
    const { claimId, waives } = call.body;
    if (!(await claims.waive(claimId, call.signedIn().personId, waives))) throw notFound();
    return { waives };
  });
}
