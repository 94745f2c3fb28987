import { CABINET_TARGETS, type CabinetTarget } from '#shared/api/site/auth.ts';
import { parseLanguage, type Language } from '#shared/i18n/languages.ts';

/** Address of the shipped site's replacement for an external cabinet: `<address>/<target>?token=…&lang=…`. */
export const cabinetAddress = (identityUrl: string): string => `${identityUrl}/cabinet`;

/** The product's own screen for each target. */
const SCREENS: Record<CabinetTarget, string> = {
  'refund-application': '/profile/refunding',
  'refill-balance': '/profile/top-up',
  profile: '/profile',
};

export const isCabinetTarget = (text: string): text is CabinetTarget =>
  (CABINET_TARGETS as readonly string[]).includes(text);

/** The product's screen for a target, in a language. */
export const screenOf = (publicUrl: string, target: CabinetTarget, language: Language): string =>
  `${publicUrl}${SCREENS[target]}?lang=${language.toLowerCase()}`;

/** Time-out of the call to the product. */
const TIMEOUT_MS = 5_000;

export interface CabinetClient {
  publicUrl: string;
  clientId: string;
  clientSecret: string;
}

/**
 * Exchanges a code, server to server.
 * @returns the person's language when the code was good, null when it was unknown, old or used
 * @throws when the product does not answer, or refuses our secret
 */
export async function exchangeCode(
  { publicUrl, clientId, clientSecret }: CabinetClient,
  token: string,
): Promise<{ language: Language | null } | null> {
  const answer = await fetch(`${publicUrl}/api/shop/auth/auth-token/exchange`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/json',
      'x-savdo': '1',
    },
    body: JSON.stringify({ token }),
  });
  if (answer.status === 403 || answer.status === 400) {
    await answer.body?.cancel();
    return null;
  }
  if (!answer.ok) throw new Error(`the product answered ${answer.status} to a code of the cabinet`);
  const { language } = (await answer.json()) as { language?: string };
  return { language: parseLanguage(language ?? '') ?? null };
}
