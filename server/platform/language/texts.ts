import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInstance, type TFunction } from 'i18next';
import { localeInCyrillic, type TextTree } from '#shared/i18n/cyrillic-texts.ts';
import { FALLBACK_LANGUAGES, LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { madeWhenRead } from '#shared/i18n/made-when-read.ts';
import type { RequestError } from '../errors/index.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../shared/i18n/locales');

export interface Texts {
  /** A text by `namespace:key` (`server` when no namespace is named); of several keys the first that exists. */
  text(language: Language, key: string | string[], values?: Record<string, string | number>): string;
  /** All texts of a namespace by their keys, for a page that carries them along. */
  namespace(language: Language, name: string): Record<string, string>;
  /**
   * The sentence for a request error: `server:errors.<code>`, then `errors.<rest>` of the namespace that the code's first
   * word names (`lots.not-found` → `lots:errors.not-found`), then the general sentence of its status.
   */
  error(language: Language, error: RequestError): string;
}

/** Namespace → texts. */
type Locale = Record<string, TextTree>;

function readLocale(language: Exclude<Language, 'uz-Cyrl'>): Locale {
  const folder = path.join(FOLDER, language);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -5),
      JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as TextTree,
    ]),
  );
}

/** Those in Cyrillic are made from those in Latin, which takes a third of a second for all; most processes never write to a person in them. */
function readLocales(): Record<Language, Locale> {
  const uz = readLocale('uz');
  const cyrillic = madeWhenRead(uz, (texts, namespace) => localeInCyrillic(namespace, texts));
  return { uz, ru: readLocale('ru'), 'uz-Cyrl': cyrillic, en: readLocale('en') };
}

let loaded: Texts | undefined;

/** Texts of all languages, read once in a process. Throws when a file is missing or no JSON. */
export function loadTexts(): Texts {
  loaded ??= readTexts();
  return loaded;
}

function readTexts(): Texts {
  const resources = readLocales();
  const i18n = createInstance();
  void i18n.init({
    resources,
    supportedLngs: [...LANGUAGES],
    fallbackLng: [...FALLBACK_LANGUAGES],
    ns: Object.keys(resources[LANGUAGES[0]] ?? {}),
    defaultNS: 'server',
    initAsync: false,
    // Messages are sent as plain text and escaped where they are shown.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  const fixed = new Map<Language, TFunction>(
    LANGUAGES.map((language) => [language, i18n.getFixedT(language)]),
  );
  const t = (language: Language) => fixed.get(language) as TFunction;
  return {
    namespace: (language, name) => Object.fromEntries(flat(resources[language][name] ?? {})),
    text: (language, key, values = {}) => t(language)(key, values),
    error(language, error) {
      const [owner, ...rest] = error.code.split('.');
      const keys = [
        `server:errors.${error.code}`,
        `${owner}:errors.${rest.join('.')}`,
        `server:status.${error.status}`,
      ];
      return t(language)([...keys, 'server:status.500'], error.values);
    },
  };
}

function* flat(tree: TextTree, before = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree))
    if (typeof value === 'string') yield [`${before}${key}`, value];
    else yield* flat(value, `${before}${key}.`);
}
