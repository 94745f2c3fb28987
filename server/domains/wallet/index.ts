/** Where every tiyin is: the ledger, people's balances and what is held of them. */
export {
  createWallet,
  type Arrival,
  type ArrivalOutcome,
  type Hold,
  type HoldOutcome,
  type Resolution,
  type ResolutionOutcome,
  type TopUp,
  type TopUpOutcome,
  type TopUpReversal,
  type TopUpReversalOutcome,
  type Wallet,
} from './wallet.service.ts';
export { WALLET_EVENTS } from './wallet.events.ts';
export { createWalletView, type WalletView } from './wallet-view.repository.ts';
export { filterOf as transactionFilter, shown as shownTransaction } from './wallet-reading.ts';
export { registerWalletRoutes } from './wallet.routes.ts';
export { checkLedger, INVARIANTS, type BrokenInvariant } from './ledger-check.repository.ts';
export { runLedgerCheckCommand } from './ledger-check.ts';
