/** Companies money comes in through: the real ones where they are set up, stand-ins where those are allowed. */
export {
  openPaymentProviders,
  type PaymentProviders,
  type PaymentProvidersParts,
} from './open-payment-providers.ts';
export { registerPaymentProviderRoutes, type PaymentProviderRouteDeps } from './payment-providers.routes.ts';
export { PAYME_LIFE_MS } from './payme/payme.protocol.ts';
export type {
  BeginAsk,
  BeginOutcome,
  BookedTransaction,
  CancelAsk,
  CancelOutcome,
  Checkout,
  Mismatch,
  PaymentBook,
  PerformOutcome,
  ProviderPort,
  ProviderWatch,
  StatedPayment,
  StatementSource,
} from './port.ts';
