import type { Checkout } from '../port.ts';
import { tiyinToSumText } from '../sum-text.ts';

/** Address of Click's payment page. */
export function clickCheckoutUrl(
  settings: { checkoutUrl: string; serviceId: string; merchantId: string },
  { paymentId, amountTiyin, returnUrl }: Checkout,
): string {
  const query = new URLSearchParams({
    service_id: settings.serviceId,
    merchant_id: settings.merchantId,
    amount: tiyinToSumText(amountTiyin),
    transaction_param: String(paymentId),
    return_url: returnUrl,
  });
  return `${settings.checkoutUrl}/services/pay/?${query.toString()}`;
}
