import type { Checkout } from '../port.ts';

/** Address of Uzum Bank's payment page. */
export function uzumCheckoutUrl(
  settings: { checkoutUrl: string; serviceId: string },
  { paymentId, amountTiyin, returnUrl }: Checkout,
): string {
  const query = new URLSearchParams({
    serviceId: settings.serviceId,
    order_id: String(paymentId),
    amount: String(amountTiyin),
    redirectUrl: returnUrl,
  });
  return `${settings.checkoutUrl}/open-service?${query.toString()}`;
}
