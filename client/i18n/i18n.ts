import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import {
  DEFAULT_LANGUAGE,
  FALLBACK_LANGUAGES,
  parseLanguage,
  type Language,
} from '#shared/i18n/languages.ts';
import { readStored, writeStored } from './storage.ts';
import { CORE_NAMESPACES, readCore, readNamespace } from './namespaces.ts';

const STORED = 'savdo.language';

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

/** Namespaces beside the core that some opened screen asked for; a switched language needs them too. */
const wanted = new Set<string>();
const CORE = 'core';
/** What is there, by language: `core` or a namespace. */
const there = new Map<Language, Set<string>>();

async function addPart(language: Language, part: string, parts: Set<string>): Promise<void> {
  if (parts.has(part)) return;
  if (part === CORE) {
    for (const [namespace, bundle] of await readCore(language))
      i18n.addResourceBundle(language, namespace, bundle);
  } else {
    const bundle = await readNamespace(language, part);
    if (bundle) i18n.addResourceBundle(language, part, bundle);
  }
  parts.add(part);
}

/** Loads everything opened screens need in a language, what was asked for meanwhile included. */
async function complete(language: Language): Promise<void> {
  const parts = there.get(language) ?? new Set<string>();
  there.set(language, parts);
  const missing = () => [CORE, ...wanted].filter((part) => !parts.has(part));
  for (let open = missing(); open.length > 0; open = missing())
    await Promise.all(open.map((part) => addPart(language, part, parts)));
}

/**
 * Texts of a screen, beside the core; resolves when they are there in the language of the page, whatever it is by then.
 * Rejects when they cannot be loaded; asking again tries again.
 */
export async function loadNamespaces(namespaces: readonly string[]): Promise<void> {
  for (const namespace of namespaces) if (!CORE_NAMESPACES.includes(namespace)) wanted.add(namespace);
  let language: Language | null = null;
  while (language !== currentLanguage()) {
    language = currentLanguage();
    await complete(language);
  }
}

const missed = new Set<string>();

/**
 * A missing text is rare: screens name their namespaces and equal keys are tested. Asks once per namespace, first in the
 * language of the page, then in the fallback languages.
 */
function onMissingText(_languages: readonly string[], namespace: string): void {
  if (missed.has(namespace)) return;
  missed.add(namespace);
  loadNamespaces([namespace])
    .then(() => Promise.all(FALLBACK_LANGUAGES.map(complete)))
    .then(() => i18n.emit('languageChanged', i18n.language))
    // Not retried: without the fallback the key itself stays visible, and the next page load asks again.
    .catch(() => undefined);
}

/** Named here: asking the browser's tables of languages takes a slow phone 40 ms. */
const WRITTEN: Record<Language, 'ltr' | 'rtl'> = { uz: 'ltr', ru: 'ltr', 'uz-Cyrl': 'ltr', en: 'ltr' };

function apply(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = WRITTEN[language];
}

/** The texts of a language, ready to draw with. Touches neither the document nor what is stored. */
export async function readyI18n(language: Language): Promise<void> {
  if (i18n.isInitialized) {
    await complete(language);
    await i18n.changeLanguage(language);
    return;
  }
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
  await complete(language);
  i18n.emit('languageChanged', language);
}

/** Loads the texts of the person's language; the page is drawn after it. */
export async function startI18n(): Promise<void> {
  const language = chosenLanguage(window.location.search, readStored(STORED));
  if (i18n.isInitialized) return switchLanguage(language);
  await readyI18n(language);
  writeStored(STORED, language);
  apply(language);
}

/** Switches the page; texts are there before anything is drawn again. Rejects when they cannot be loaded. */
export async function switchLanguage(language: Language): Promise<void> {
  await complete(language);
  await i18n.changeLanguage(language);
  // With the words: a screen reader must not read them in the voice of another language meanwhile.
  apply(language);
  writeStored(STORED, language);
  // A screen may have opened while the language was on its way.
  await complete(language);
}
