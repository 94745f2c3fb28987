/** The ledger: every movement of money, people's balances and holds. */
export { walletModule } from './module.ts';
export { transactionsExport } from './transactions-export.ts';
export { createWallet, lockMoney, type Wallet } from './wallet.service.ts';
export { createSalePayouts } from './sale-payouts.ts';
export { createIndemnity } from './indemnity.ts';
export { createCreditCorrections } from './credit-corrections.ts';
export { createSaleReturns } from './sale-returns.ts';
export { WALLET_EVENTS } from './wallet.events.ts';
export { createWalletView, type WalletView } from './wallet-view.repository.ts';
export { filterOf as transactionFilter, shown as shownTransaction } from './transaction-view.ts';
export type { ReadMoneyOfDay } from './money-of-day.repository.ts';
export { aboutOf as transactionAbout } from './transaction-view.ts';
export type { Debts } from './debts/debts.service.ts';
export type { Forfeits } from './forfeits/forfeits.ts';
export type { DebtBook } from './debts/debt-ways.ts';
