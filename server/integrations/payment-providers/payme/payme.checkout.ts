import type { Checkout } from '../port.ts';

/** The checkout's languages: Uzbek in one script only. */
const LANGUAGES = { uz: 'uz', 'uz-Cyrl': 'uz', ru: 'ru', en: 'en' } as const;

/** `https://checkout.paycom.uz/` + base64 of `m=…;ac.<field>=…;a=<tiyin>;l=…;c=<return address>`. */
export function paymeCheckoutUrl(
  settings: { checkoutUrl: string; merchantId: string; accountField: string },
  { paymentId, amountTiyin, language, returnUrl }: Checkout,
): string {
  const parts = [
    `m=${settings.merchantId}`,
    `ac.${settings.accountField}=${paymentId}`,
    `a=${amountTiyin}`,
    `l=${LANGUAGES[language]}`,
    `c=${returnUrl}`,
  ];
  return `${settings.checkoutUrl}/${Buffer.from(parts.join(';')).toString('base64')}`;
}
