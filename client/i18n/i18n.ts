import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import {
  DEFAULT_LANGUAGE,
  FALLBACK_LANGUAGES,
  parseLanguage,
  type Language,
} from '#shared/i18n/languages.ts';

type Texts = Record<string, Record<string, unknown>>;

/** One chunk per language. */
const LOADERS: Record<Language, () => Promise<{ texts: Texts }>> = {
  uz: () => import('./texts/uz.ts'),
  ru: () => import('./texts/ru.ts'),
  'uz-Cyrl': () => import('./texts/uz-Cyrl.ts'),
  en: () => import('./texts/en.ts'),
};

const STORED = 'savdo.language';
const NAMESPACE = /([^/]+)\.json$/;

/** Own instance of the texts. Namespaces are the file names of shared/i18n/locales/<language>/. */
export const i18n = i18next;

export function currentLanguage(): Language {
  return parseLanguage(i18n.language) ?? DEFAULT_LANGUAGE;
}

/** `?lang=` first (and remembered), then the stored choice, then Uzbek. */
export function chosenLanguage(search: string, stored: string | null): Language {
  return (
    parseLanguage(new URLSearchParams(search).get('lang') ?? undefined) ??
    parseLanguage(stored ?? undefined) ??
    DEFAULT_LANGUAGE
  );
}

const loaded = new Set<Language>();

async function addTexts(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const { texts } = await LOADERS[language]();
  for (const [file, bundle] of Object.entries(texts)) {
    i18n.addResourceBundle(language, NAMESPACE.exec(file)?.[1] ?? '', bundle);
  }
  loaded.add(language);
}

let fallbackAsked = false;

/** A missing text is rare (equal keys are tested), so the fallback languages load only when one is met. */
function onMissingText(): void {
  if (fallbackAsked) return;
  fallbackAsked = true;
  Promise.all(FALLBACK_LANGUAGES.map(addTexts))
    .then(() => i18n.emit('languageChanged', i18n.language))
    // Not retried: without the fallback the key itself stays visible, and the next page load asks again.
    .catch(() => undefined);
}

function apply(language: Language): void {
  document.documentElement.lang = language;
}

/** Reads the stored choice; storage may be closed to us (private windows), which counts as no choice. */
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null; // not retried: the page works without a stored choice
  }
}

function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // Not retried: the choice lasts for this page only where storage is closed.
  }
}

/** Loads the texts of the person's language; the page is drawn after it. */
export async function startI18n(): Promise<void> {
  const language = chosenLanguage(window.location.search, storedLanguage());
  if (i18n.isInitialized) return switchLanguage(language);
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: [...FALLBACK_LANGUAGES],
    load: 'currentOnly',
    resources: {},
    ns: ['ui'],
    defaultNS: 'ui',
    fallbackNS: 'ui',
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: onMissingText,
    react: { useSuspense: false },
  });
  await addTexts(language);
  storeLanguage(language);
  apply(language);
  i18n.emit('languageChanged', language);
}

/** Switches the page; texts are there before anything is drawn again. Rejects when they cannot be loaded. */
export async function switchLanguage(language: Language): Promise<void> {
  await addTexts(language);
  await i18n.changeLanguage(language);
  storeLanguage(language);
  apply(language);
}
