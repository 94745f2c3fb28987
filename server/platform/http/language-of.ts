import type { Request } from 'express';
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#shared/i18n/languages.ts';
import { LANGUAGE_COOKIE } from '../sessions/index.ts';
import { sessionOf } from './session-of.ts';

/** Language of what we send back: the language cookie (the latest choice), the session's, Accept-Language, then uz. */
export function languageOf(req: Request): Language {
  const cookie = (req.cookies as Record<string, string> | undefined)?.[LANGUAGE_COOKIE];
  const chosen = parseLanguage(cookie) ?? sessionOf(req)?.person.language;
  if (chosen) return chosen;
  for (const part of (req.get('accept-language') ?? '').split(',').slice(0, 10)) {
    const language = parseLanguage(part.split(';')[0]);
    if (language) return language;
  }
  return DEFAULT_LANGUAGE;
}
