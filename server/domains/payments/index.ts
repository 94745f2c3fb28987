/** Money that comes in: top-ups, what providers say of them, and where the books differ. */
export { createMismatchRepository, type MismatchRepository } from './mismatches.repository.ts';
export { PAYMENT_EVENTS } from './payments.events.ts';
export {
  createPaymentBook,
  type IncomingWallet,
  type PaymentBookDeps,
  type PaymentNews,
} from './top-up.book.ts';
export { createTopUpRounds, differenceOf, type TopUpRoundsDeps } from './top-up-rounds.ts';
export {
  createTopUps,
  type NewTopUp,
  type StartOutcome,
  type TopUps,
  type TopUpsDeps,
} from './top-up.service.ts';
export type { TopUp } from './top-up.ts';
export { createTopUpCredit, type CreditOutcome, type TopUpCreditDeps } from './top-up-credit.ts';
export { registerTopUpRoutes } from './top-up.routes.ts';
export { registerConsolePaymentRoutes } from './top-up-console.routes.ts';
export { createRefunding, refundView, type Refunding, type RefundingDeps } from './refunds/index.ts';
