import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';

/** Names, not words: the same in every language. */
export const PROVIDER_NAMES: Record<PaymentProvider, string> = {
  payme: 'Payme',
  click: 'Click',
  uzum: 'Uzum Bank',
  paynet: 'Paynet',
};
