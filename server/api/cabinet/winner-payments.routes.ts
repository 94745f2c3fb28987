import type { WinnerPayments } from '#server/domains/money/settlements/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { winnerResults } from '#shared/api/cabinet/winner-payments.ts';

/** What customers see of the payments for their lots. */
export function registerWinnerPaymentRoutes(app: HttpApp, payments: WinnerPayments): void {
  registerContract(app, winnerResults, (call) => payments.list(call.signedIn().personId, call.query));
}
