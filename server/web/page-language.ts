import type { Request } from 'express';
import { LANGUAGE_COOKIE } from '#server/platform/sessions/index.ts';
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#shared/i18n/languages.ts';

/** Language of a page, chosen as the client does: the address, then the latest choice, then Uzbek. */
export function pageLanguage(req: Request): Language {
  const named = typeof req.query.lang === 'string' ? req.query.lang : undefined;
  const cookie = (req.cookies as Record<string, string> | undefined)?.[LANGUAGE_COOKIE];
  return parseLanguage(named) ?? parseLanguage(cookie) ?? DEFAULT_LANGUAGE;
}
