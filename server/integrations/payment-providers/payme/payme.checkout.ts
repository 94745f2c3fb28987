import type { Checkout } from '../port.ts';

/** `https://checkout.paycom.uz/` + base64 of `m=…;ac.<field>=…;a=<tiyin>;l=…;c=<return address>`. */
export function paymeCheckoutUrl(
  settings: { checkoutUrl: string; merchantId: string; accountField: string },
  { paymentId, amountTiyin, language, returnUrl }: Checkout,
): string {
  const parts = [
    `m=${settings.merchantId}`,
    `ac.${settings.accountField}=${paymentId}`,
    `a=${amountTiyin}`,
    // Uzbek in one script only.
    `l=${language === 'uz-Cyrl' ? 'uz' : language}`,
    `c=${returnUrl}`,
  ];
  return `${settings.checkoutUrl}/${Buffer.from(parts.join(';')).toString('base64')}`;
}
