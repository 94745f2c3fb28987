import type { LocalizedText } from '../i18n/localized.ts';
import { toCyrillic } from '../i18n/transliterate.ts';
import type { TwoTexts } from './order-fields.ts';

/** Runs of capitals that are part of a code ("KA1714224011/129-1"): unchanged in every script. */
const codesIn = (text: string): string[] => text.match(/\p{Lu}{1,4}(?=[\d/-])/gu) ?? [];

/**
 * A text of an order for readers of every language: Uzbek in both scripts, Russian as written, and for English readers the
 * Uzbek one in Latin letters, because there is no translation. A language not yet written shows the other.
 */
export function inFourLanguages({ uz, ru }: TwoTexts): LocalizedText {
  const latin = uz || ru;
  return { uz: latin, ru: ru || uz, 'uz-Cyrl': toCyrillic(latin, codesIn(latin)), en: latin };
}
