import type { Config } from '#server/platform/config/index.ts';

/** One sentence for everything that an installation starts without, and that people cannot trade without. */
export function unusableParts({
  sandboxesAllowed,
  eImzo,
  payments,
  operatorAccount,
}: Pick<Config, 'sandboxesAllowed' | 'eImzo' | 'payments' | 'operatorAccount'>): string[] {
  if (sandboxesAllowed) return [];
  const found: string[] = [];
  if (eImzo.url === null)
    found.push(
      'people cannot sign the offer: give the address of E-IMZO-SERVER as E_IMZO_URL, and E_IMZO_API_KEYS',
    );
  if (Object.values(payments).every((provider) => !provider) && operatorAccount === null)
    found.push(
      'people cannot pay: set up a provider (PAYME_…, CLICK_…, UZUM_…, PAYNET_…) or OPERATOR_ACCOUNT and its neighbours',
    );
  return found;
}
