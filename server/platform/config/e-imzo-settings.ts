import type { Variables } from './variables.ts';

export interface EImzoSettings {
  /** E-IMZO-SERVER. */
  url: string | null;
  /** Pairs of domain and key under which pages may use the E-IMZO application. */
  apiKeys: string[];
  /** Keys also sign in on the shipped sign-in site. */
  signIn?: boolean;
}

/** @param problems gets a line for each part that signing in with a key lacks */
export function eImzoSettingsOf(
  v: Variables,
  { shipped, identityUrl }: { shipped: boolean; identityUrl: string },
  problems: string[],
): EImzoSettings {
  const { E_IMZO_URL: url, E_IMZO_API_KEYS: apiKeys, E_IMZO_SIGN_IN: signIn } = v;
  const host = new URL(identityUrl).hostname;
  if (signIn && url === undefined)
    problems.push('E_IMZO_URL is missing: E_IMZO_SIGN_IN has keys checked by E-IMZO-SERVER');
  if (signIn && !shipped)
    problems.push(
      'E_IMZO_SIGN_IN is given, but OIDC_ISSUER puts another site in place of the one that uses it',
    );
  if (signIn && shipped && !apiKeys.some((part, at) => at % 2 === 0 && part === host))
    problems.push(
      `E_IMZO_API_KEYS has no key for ${host}, the site of IDENTITY_URL, where E_IMZO_SIGN_IN uses it`,
    );
  return { url: url ?? null, apiKeys, signIn };
}
