import type { LocalizedText } from '#shared/i18n/localized.ts';
import { toCyrillic } from '#shared/i18n/transliterate.ts';

/** A name in four languages; the Cyrillic one is transliterated from the Latin one unless given. */
export const names = (
  uz: string,
  ru: string,
  en: string,
  uzCyrl: string = toCyrillic(uz),
): LocalizedText => ({
  uz,
  ru,
  'uz-Cyrl': uzCyrl,
  en,
});
