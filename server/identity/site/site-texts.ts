import { readFileSync } from 'node:fs';
import path from 'node:path';
import { localeInCyrillic } from '#shared/i18n/cyrillic-texts.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, parseLanguage, type Language } from '#shared/i18n/languages.ts';

export type SiteText = (key: string, values?: Record<string, string>) => string;

const FOLDER = path.join(import.meta.dirname, 'locales');

type Flat = Readonly<Record<string, string>>;

const read = (language: Language): Flat =>
  language === 'uz-Cyrl'
    ? (localeInCyrillic('sign-in', read('uz')) as Flat)
    : (JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8')) as Flat);

const TEXTS = new Map(LANGUAGES.map((language) => [language, read(language)]));

/** The site's own texts, flat keys with `{name}` places. All four languages have the same keys (tested). */
export function siteTexts(language: Language): SiteText {
  const texts = TEXTS.get(language);
  return (key, values = {}) => {
    const text = texts?.[key];
    if (text === undefined) throw new Error(`the identity site has no text ${key} in ${language}`);
    return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
  };
}

/** The first supported language of: chosen on this site, requested by the product, preferred by the browser. */
export function chooseLanguage(
  chosen: unknown,
  uiLocales: unknown,
  acceptLanguage: string | undefined,
): Language {
  const wanted = [
    typeof chosen === 'string' ? chosen : '',
    ...(typeof uiLocales === 'string' ? uiLocales.split(' ') : []),
    ...(acceptLanguage ?? '').split(',').map((part) => part.split(';')[0] ?? ''),
  ];
  for (const text of wanted.slice(0, 20)) {
    const language = parseLanguage(text);
    if (language) return language;
  }
  return DEFAULT_LANGUAGE;
}
