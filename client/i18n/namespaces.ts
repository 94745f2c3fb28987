import type { Language } from '#shared/i18n/languages.ts';

export type Bundle = Record<string, unknown>;

/** Texts of the shell and the first page; they come in one chunk per language. Every other file is a chunk of its own. */
export const CORE_NAMESPACES: readonly string[] = ['dates', 'home', 'layout', 'lots', 'ui'];

/** What a language has, by file. */
interface Texts {
  texts: Record<string, Bundle>;
  others: Record<string, () => Promise<Bundle>>;
}

const CORE: Record<Language, () => Promise<Texts>> = {
  uz: () => import('./texts/uz.ts'),
  ru: () => import('./texts/ru.ts'),
  'uz-Cyrl': () => import('./texts/uz-Cyrl.ts'),
  en: () => import('./texts/en.ts'),
};

const NAME = /([^/]+)\.json$/;
const nameOf = (file: string) => NAME.exec(file)?.[1] ?? '';

/** Namespaces that exist beside the core. */
export async function otherNamespaces(language: Language): Promise<string[]> {
  const { others } = await CORE[language]();
  return Object.keys(others).map(nameOf).sort();
}

export async function readCore(language: Language): Promise<[string, Bundle][]> {
  const { texts } = await CORE[language]();
  return Object.entries(texts).map(([file, bundle]) => [nameOf(file), bundle]);
}

/** Texts of one namespace; null when there is no such file. */
export async function readNamespace(language: Language, namespace: string): Promise<Bundle | null> {
  const { others } = await CORE[language]();
  const file = Object.keys(others).find((each) => nameOf(each) === namespace);
  return (file === undefined ? undefined : await others[file]?.()) ?? null;
}
