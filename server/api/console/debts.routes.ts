import type { Debts, Forfeits } from '#server/domains/money/wallet/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { consoleDebts, consoleForfeits, debts as debtList, payDebts } from '#shared/api/console/debts.ts';

/** What people owe: to themselves, who pay it, and to staff; and what they lost. */
export function registerDebtRoutes(app: HttpApp, debts: Debts, forfeits: Forfeits): void {
  registerContract(app, debtList, (call) => debts.ofPerson(call.signedIn().personId, call.query));

  registerContract(app, payDebts, async (call) => {
    const result = await debts.pay(call.signedIn().personId, call.body.ids, call.address);
    if (result.outcome === 'short') return { verdict: 'short' as const, missingTiyin: result.missingTiyin };
    return { verdict: 'paid' as const, repeated: result.repeated, owedTiyin: result.owedTiyin };
  });

  registerContract(app, consoleDebts, (call) => debts.list(call.query));
  registerContract(app, consoleForfeits, (call) => forfeits.waiting(call.query.after));
}
