import type { Language } from '#shared/i18n/languages.ts';

export type Bundle = Record<string, unknown>;

/** Texts of the shell and the first page; they come in one chunk per language. Every other file is a chunk of its own. */
export const CORE_NAMESPACES: readonly string[] = ['dates', 'home', 'layout', 'lots', 'ui'];

const CORE: Record<Language, () => Promise<{ texts: Record<string, Bundle> }>> = {
  uz: () => import('./texts/uz.ts'),
  ru: () => import('./texts/ru.ts'),
  'uz-Cyrl': () => import('./texts/uz-Cyrl.ts'),
  en: () => import('./texts/en.ts'),
};

// A bundler reads the patterns as they stand: the core names are written here once more.
const OTHER = import.meta.glob<Bundle>(
  [
    '../../shared/i18n/locales/*/*.json',
    '!../../shared/i18n/locales/*/{dates,home,layout,lots,ui}.json',
    '!../../shared/i18n/locales/*/{auth,codes,console-rooms,help-figures,notices,pretend-checkout,seo,server}.json',
  ],
  { import: 'default' },
);

const NAME = /([^/]+)\.json$/;
const addressOf = (language: Language, namespace: string) =>
  `../../shared/i18n/locales/${language}/${namespace}.json`;

/** Namespaces that exist beside the core. */
export function otherNamespaces(): string[] {
  const names = Object.keys(OTHER).map((file) => NAME.exec(file)?.[1] ?? '');
  return [...new Set(names)].sort();
}

export async function readCore(language: Language): Promise<[string, Bundle][]> {
  const { texts } = await CORE[language]();
  return Object.entries(texts).map(([file, bundle]) => [NAME.exec(file)?.[1] ?? '', bundle]);
}

/** Texts of one namespace; null when there is no such file. */
export async function readNamespace(language: Language, namespace: string): Promise<Bundle | null> {
  return (await OTHER[addressOf(language, namespace)]?.()) ?? null;
}
