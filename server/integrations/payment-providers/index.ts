/** Payment providers: the real ones where configured, local twins where allowed. */
export { openPaymentProviders, type PaymentProviders } from './open-payment-providers.ts';
export { registerPaymentProviderRoutes } from './payment-providers.routes.ts';
export { PAYME_LIFE_MS } from './payme/payme.protocol.ts';
export { PAYNET_LIFE_MS } from './paynet/paynet.protocol.ts';
export type {
  BeginAsk,
  BeginOutcome,
  BookedTransaction,
  CallIds,
  CancelAsk,
  CancelOutcome,
  Mismatch,
  PaymentBook,
  PerformOutcome,
  ProviderWatch,
  StatedPayment,
  StatementSource,
} from './port.ts';
