import type { IncomingMessage } from 'node:http';
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#shared/i18n/languages.ts';
import { LANGUAGE_COOKIE } from '../sessions/index.ts';
import { sessionOf } from './request-session.ts';

type Asking = IncomingMessage & { cookies?: Record<string, string> };

/**
 * Language of the pages this person sees: the language cookie (the latest choice), the session's, then uz. A browser's
 * own wish counts for nothing there, so it must not for a page they are sent on to either.
 */
export function languageOfPages(req: Asking): Language {
  return chosenOf(req) ?? DEFAULT_LANGUAGE;
}

const chosenOf = (req: Asking): Language | undefined =>
  parseLanguage(req.cookies?.[LANGUAGE_COOKIE]) ?? sessionOf(req)?.person.language;

/** Our own pages name the language they are shown in; with `?lang=` it is not the one chosen before. */
function languageOfOwnPage(req: Asking): Language | undefined {
  return req.headers['x-savdo'] === undefined ? undefined : parseLanguage(req.headers['accept-language']);
}

/**
 * Language of what we send back: the page's that made the call, as the pages where it was chosen, otherwise
 * Accept-Language, then uz.
 */
export function languageOf(req: Asking): Language {
  const chosen = languageOfOwnPage(req) ?? chosenOf(req);
  if (chosen) return chosen;
  for (const part of (req.headers['accept-language'] ?? '').split(',').slice(0, 10)) {
    const language = parseLanguage(part.split(';')[0]);
    if (language) return language;
  }
  return DEFAULT_LANGUAGE;
}
