/** Languages of the product, the default first. Texts exist in all four; the picker offers `uz` and `ru`. */
export const LANGUAGES = ['uz', 'ru', 'uz-Cyrl', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'uz';

/** Fallback language for a missing text. */
export const FALLBACK_LANGUAGES: readonly Language[] = ['uz-Cyrl', 'uz'];

/** Parses a language code in any common spelling (`uz-cyrl`, `RU`, `ru-RU`); undefined for other languages. */
export function parseLanguage(text: string | undefined): Language | undefined {
  const wanted = text?.trim().toLowerCase().replace('_', '-');
  if (!wanted) return undefined;
  const exact = LANGUAGES.find((language) => language.toLowerCase() === wanted);
  return exact ?? LANGUAGES.find((language) => language === wanted.split('-')[0]);
}
