import {
  transactionAbout as aboutOf,
  transactionFilter as filterOf,
  shownTransaction as shown,
  type WalletView,
  type Wallet,
} from '#server/domains/money/wallet/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { balance } from '#shared/api/cabinet/user.ts';
import { money, transactions } from '#shared/api/cabinet/wallet.ts';
import { tiyinToSum } from '#shared/money/money.ts';

/** A person's own money; the person always comes from the session. */
export function registerWalletRoutes(
  app: HttpApp,
  wallet: Pick<Wallet, 'balanceOf'>,
  view: WalletView,
): void {
  registerContract(app, balance, async (call) =>
    tiyinToSum(await wallet.balanceOf(call.signedIn().personId)),
  );

  registerContract(app, money, async (call) => {
    const { personId } = call.signedIn();
    const [balances, holds] = await Promise.all([view.balances(personId), view.activeHolds(personId)]);
    return {
      ...balances,
      held: holds.map(({ id, amountTiyin, reference, at }) => ({
        id,
        amountTiyin,
        about: aboutOf(reference),
        heldAtMs: at.getTime(),
      })),
    };
  });

  registerContract(app, transactions, async (call) => {
    const { personId } = call.signedIn();
    const { page, size, ...asked } = call.query;
    const filter = filterOf(asked);
    if (filter.kinds.length === 0) return { items: [], total: 0, page, size };
    const [items, total] = await Promise.all([
      view.transactions(personId, filter, { limit: size, offset: (page - 1) * size }),
      view.countTransactions(personId, filter),
    ]);
    return { items: items.map(shown), total, page, size };
  });
}
