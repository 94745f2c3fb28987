import type { Language } from '#shared/i18n/languages.ts';

export type Bundle = Record<string, unknown>;

/** Texts of the shell and the first page; they come in one chunk per language. Every other file is a chunk of its own. */
export const CORE_NAMESPACES: readonly string[] = ['dates', 'home', 'layout', 'lots', 'ui'];

/** Readers of namespaces, by file. */
type Readers = Record<string, () => Promise<Bundle>>;

/** What a language has, by file. */
interface Texts {
  texts: Record<string, Bundle>;
  others: Readers;
  ofSignedIn: () => Promise<{ others: Readers }>;
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
  const { others, ofSignedIn } = await CORE[language]();
  return Object.keys({ ...others, ...(await ofSignedIn()).others })
    .map(nameOf)
    .sort();
}

export async function readCore(language: Language): Promise<[string, Bundle][]> {
  const { texts } = await CORE[language]();
  return Object.entries(texts).map(([file, bundle]) => [nameOf(file), bundle]);
}

const readerIn = (readers: Readers, namespace: string) =>
  Object.entries(readers).find(([file]) => nameOf(file) === namespace)?.[1];

/** Texts of one namespace; null when there is no such file. */
export async function readNamespace(language: Language, namespace: string): Promise<Bundle | null> {
  const { others, ofSignedIn } = await CORE[language]();
  const read = readerIn(others, namespace) ?? readerIn((await ofSignedIn()).others, namespace);
  return (await read?.()) ?? null;
}
