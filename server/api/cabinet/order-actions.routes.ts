import type { Elsewhere, OrderActions, Withdrawals } from '#server/domains/trade/orders/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { doAct, doActRes, orderWithdrawals } from '#shared/api/cabinet/order-actions.ts';

export interface OrderActionRouteDeps {
  actions: OrderActions;
  withdrawals: Withdrawals;
  elsewhere: Elsewhere;
}

/** What customers do with their orders; those of others do not exist for them. */
export function registerOrderActionRoutes(
  app: HttpApp,
  { actions, withdrawals, elsewhere }: OrderActionRouteDeps,
): void {
  registerContract(app, doAct, (call) => {
    const { personId } = call.signedIn();
    const actor = { personId, address: call.address, language: call.language };
    return actions.prepare(call.body, actor, elsewhere);
  });

  registerContract(app, doActRes, (call) => {
    const { personId } = call.signedIn();
    const actor = { personId, address: call.address, language: call.language };
    return actions.carryOut(call.body, actor, elsewhere);
  });

  registerContract(app, orderWithdrawals, async (call) => {
    const { personId } = call.signedIn();
    const [rows, owedTiyin, next] = await Promise.all([
      withdrawals.ofPerson(personId),
      withdrawals.owedBy(personId),
      withdrawals.next(personId),
    ]);
    return {
      items: rows.map((row) => ({
        id: row.id,
        orderId: row.order_id,
        settlementId: row.settlement_id,
        count: row.count,
        penaltyTiyin: row.penalty_tiyin,
        atMs: row.withdrawn_at.getTime(),
        paidAtMs: row.paid_at?.getTime() ?? null,
      })),
      owedTiyin,
      nextPenaltyTiyin: next.penaltyTiyin,
    };
  });
}
