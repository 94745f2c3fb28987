import { authToken, type CabinetTarget } from '#shared/api/site/auth.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { call } from './api-client.ts';

/**
 * Address of a page of the cabinet outside the product, with a code that signs the person in there once, within a minute.
 * Rejects as `call` does.
 */
export async function externalCabinetAddress(target: CabinetTarget, language: Language): Promise<string> {
  const { token, cabinetUrl } = await call(authToken);
  const query = new URLSearchParams({ token, lang: language.toLowerCase() });
  return `${cabinetUrl}/${target}?${query.toString()}`;
}
