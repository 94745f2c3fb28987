import { setLanguage } from '#shared/api/site/site.ts';
import { parseLanguage, type Language } from '#shared/i18n/languages.ts';
import { call } from './api-client.ts';

const PARAMETER = { uz: 'uz', ru: 'ru', 'uz-Cyrl': 'uz-cyrl', en: 'en' } as const;

/** Tells the server in which language to speak to this person, in answers and e-mails. Rejects as `call` does. */
export async function saveLanguage(language: Language): Promise<void> {
  await call(setLanguage, { params: { lang: PARAMETER[language] } });
}

/** A language chosen by the address (`?lang=`) is saved on the server as one chosen by hand. Never rejects. */
export async function saveAddressLanguage(search: string): Promise<void> {
  const language = parseLanguage(new URLSearchParams(search).get('lang') ?? undefined);
  if (!language) return;
  // Not retried: the page is in its language all the same, and each call names it to the server.
  await saveLanguage(language).catch(() => undefined);
}
