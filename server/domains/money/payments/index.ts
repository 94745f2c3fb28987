/** Incoming money: top-ups, transactions of providers, and differences between the books. */
export { refundsModule, topUpsModule } from './module.ts';
export type { MismatchRepository } from './mismatches.repository.ts';
export { PAYMENT_EVENTS } from './payments.events.ts';
export type { StartOutcome, TopUps } from './top-up.service.ts';
export { createTopUpCredit } from './credit-missed-payment.ts';
export { createMismatchNotes } from './note-difference.ts';
export { refundView, type Refunding } from './refunds/index.ts';
export type { Destinations } from './refunds/destinations.ts';
export { OPEN_MAX as OPEN_REFUNDS_MAX } from './refunds/refunds.service.ts';
export { staffView as staffRefundView } from './refunds/refund-view.ts';
export type {
  Decider as RefundDecider,
  Decision as RefundDecision,
  RefundDecisions,
} from './refunds/refunds.decide.ts';
export type { MismatchRow } from './mismatches.repository.ts';
