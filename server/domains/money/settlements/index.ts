/** Settlements: what buyers of sold lots owe, until it is paid or the sale is lost. */
export { settlementsModule } from './module.ts';
export { SETTLEMENT_EVENTS } from './settlements.events.ts';
export { createUnsettledLots } from './unsettled-lots.repository.ts';
export { createSettlementsRepository } from './settlements.repository.ts';
export { createPartsRepository, type PartRules } from './parts.repository.ts';
export { sumOf, unpaidParts, type DuePart } from './part-schedules.ts';
export { createSettlementPayments } from './settlement-payments.repository.ts';
export type { Settlement, SettlementOutcomeOfPayment, SettlementRow } from './settlement-tables.ts';
export {
  dueReminder,
  lateParts,
  missingTransfer,
  leftAtPause,
  nextLook,
  nextLookAtParts,
  partTerms,
  resumedTerms,
  settlementTerms,
  statementUntil,
  type SettlementTerms,
} from './settlement-terms.ts';
export {
  canGoOn,
  canRefuse,
  isOpen,
  overBecause,
  receivedOf,
  refusalCost,
  restOf,
} from './settlement-views.ts';
export { type PaidParts, type PayoutOfSale } from './followed-sales.ts';
export type { WinLots } from './win-lots.service.ts';
export type { WinnerPayments } from './winner-payments.service.ts';
export type { ConsoleSettlements, ExtensionOutcome } from './console-settlements.service.ts';
export { heldUpUntil, isHeldUp } from './standing-still.ts';
