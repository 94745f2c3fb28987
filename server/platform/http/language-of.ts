import type { IncomingMessage } from 'node:http';
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#shared/i18n/languages.ts';
import { LANGUAGE_COOKIE } from '../sessions/index.ts';
import { sessionOf } from './session-of.ts';

/** Language of what we send back: the language cookie (the latest choice), the session's, Accept-Language, then uz. */
export function languageOf(req: IncomingMessage & { cookies?: Record<string, string> }): Language {
  const cookie = req.cookies?.[LANGUAGE_COOKIE];
  const chosen = parseLanguage(cookie) ?? sessionOf(req)?.person.language;
  if (chosen) return chosen;
  for (const part of (req.headers['accept-language'] ?? '').split(',').slice(0, 10)) {
    const language = parseLanguage(part.split(';')[0]);
    if (language) return language;
  }
  return DEFAULT_LANGUAGE;
}
