/** Languages of the product, the default first. Texts exist in all four; the picker offers `uz` and `ru`. */
export const LANGUAGES = ['uz', 'ru', 'uz-Cyrl', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'uz';

/** Where a missing text is looked for next. */
export const FALLBACK_LANGUAGES: readonly Language[] = ['uz-Cyrl', 'uz'];

/** Reads what people and links write (`uz-cyrl`, `RU`, `ru-RU`); undefined when it is none of ours. */
export function parseLanguage(text: string | undefined): Language | undefined {
  const wanted = text?.trim().toLowerCase().replace('_', '-');
  if (!wanted) return undefined;
  const exact = LANGUAGES.find((language) => language.toLowerCase() === wanted);
  return exact ?? LANGUAGES.find((language) => language === wanted.split('-')[0]);
}
