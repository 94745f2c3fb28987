import type { Variables } from './variables.ts';

/** Payment providers; null: not configured. */
export interface PaymentSettings {
  payme: {
    merchantId: string;
    /** Key of the kassa. */
    key: string;
    /** The one before, accepted from the provider while it is named. */
    previousKey?: string | null;
    /** Field of `account` that carries the number of the payment. */
    accountField: string;
    checkoutUrl: string;
    /** Addresses its calls may come from; empty: any. */
    addresses: string[];
  } | null;
  click: {
    serviceId: string;
    merchantId: string;
    merchantUserId: string;
    secretKey: string;
    previousSecretKey?: string | null;
    checkoutUrl: string;
    apiUrl: string;
  } | null;
  uzum: {
    serviceId: string;
    login: string;
    password: string;
    previousPassword?: string | null;
    checkoutUrl: string;
    /** HTTP status of its refusals. */
    failureStatus: 200 | 400;
  } | null;
}

/** The values when all are given, null when none is; a partial set is a problem. */
function whole<Names extends string>(
  values: Record<Names, string | undefined>,
  problems: string[],
): Record<Names, string> | null {
  const missing = Object.entries(values).filter(([, value]) => value === undefined);
  if (missing.length === 0) return values as Record<Names, string>;
  if (missing.length < Object.keys(values).length)
    problems.push(
      ...missing.map(([name]) => `${name} is missing: the other settings of its provider are given`),
    );
  return null;
}

/** @param problems gets a line for each partially configured provider */
export function paymentSettingsOf(v: Variables, problems: string[]): PaymentSettings {
  const { PAYME_MERCHANT_ID, PAYME_KEY, UZUM_SERVICE_ID, UZUM_LOGIN, UZUM_PASSWORD } = v;
  const { CLICK_SERVICE_ID, CLICK_MERCHANT_ID, CLICK_MERCHANT_USER_ID, CLICK_SECRET_KEY } = v;
  const payme = whole({ PAYME_MERCHANT_ID, PAYME_KEY }, problems);
  const click = whole(
    { CLICK_SERVICE_ID, CLICK_MERCHANT_ID, CLICK_MERCHANT_USER_ID, CLICK_SECRET_KEY },
    problems,
  );
  const uzum = whole({ UZUM_SERVICE_ID, UZUM_LOGIN, UZUM_PASSWORD }, problems);
  return {
    payme: payme && {
      merchantId: payme.PAYME_MERCHANT_ID,
      key: payme.PAYME_KEY,
      previousKey: v.PAYME_KEY_PREVIOUS ?? null,
      accountField: v.PAYME_ACCOUNT_FIELD,
      checkoutUrl: v.PAYME_CHECKOUT_URL,
      addresses: v.PAYME_ADDRESSES,
    },
    click: click && {
      serviceId: click.CLICK_SERVICE_ID,
      merchantId: click.CLICK_MERCHANT_ID,
      merchantUserId: click.CLICK_MERCHANT_USER_ID,
      secretKey: click.CLICK_SECRET_KEY,
      previousSecretKey: v.CLICK_SECRET_KEY_PREVIOUS ?? null,
      checkoutUrl: v.CLICK_CHECKOUT_URL,
      apiUrl: v.CLICK_API_URL,
    },
    uzum: uzum && {
      serviceId: uzum.UZUM_SERVICE_ID,
      login: uzum.UZUM_LOGIN,
      password: uzum.UZUM_PASSWORD,
      previousPassword: v.UZUM_PASSWORD_PREVIOUS ?? null,
      checkoutUrl: v.UZUM_CHECKOUT_URL,
      failureStatus: v.UZUM_FAILURE_STATUS,
    },
  };
}
