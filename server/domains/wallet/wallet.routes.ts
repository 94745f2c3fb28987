import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { balance } from '#shared/api/user.ts';
import { tiyinToSum } from '#shared/money/money.ts';
import type { Wallet } from './wallet.service.ts';

export function registerWalletRoutes(app: HttpApp, wallet: Pick<Wallet, 'balanceOf'>): void {
  registerContract(app, balance, async (call) =>
    tiyinToSum(await wallet.balanceOf(call.signedIn().personId)),
  );
}
