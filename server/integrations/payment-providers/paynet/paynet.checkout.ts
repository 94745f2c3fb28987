import type { Checkout } from '../port.ts';

/**
 * Address of the payment in Paynet's application: `m` the merchant, `c` the payment's number, `a` tiyin. It knows no way back:
 * people return by themselves, and may as well pay that number at a terminal.
 */
export function paynetCheckoutUrl(
  settings: { checkoutUrl: string; merchantId: string },
  { paymentId, amountTiyin }: Checkout,
): string {
  const query = new URLSearchParams({
    m: settings.merchantId,
    c: String(paymentId),
    a: String(amountTiyin),
  });
  return `${settings.checkoutUrl}/?${query.toString()}`;
}
