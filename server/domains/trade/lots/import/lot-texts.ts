import type { LocalizedText } from '#shared/i18n/localized.ts';
import { properApostrophes, toCyrillic, toLatinText } from '#shared/i18n/transliterate.ts';

const CYRILLIC = /\p{Script=Cyrillic}/u;
const LATIN_WORD = /[A-Za-z]{2,}/u;
/** Letters that Uzbek does not have: the text is Russian and stays as it is. */
const RUSSIAN_ONLY = /[ыщ]/iu;

/** Runs of letters that are part of a code ("KA1714224011/129-1"): unchanged in every script. */
const codesIn = (text: string): string[] => text.match(/\p{Lu}{1,4}(?=[\d/-])/gu) ?? [];

/**
 * A text of one language, as the state platform writes it, for all four: Uzbek in both scripts; Russian readers get
 * the Cyrillic one and English readers the Latin one, because there is no translation.
 */
export function inEveryLanguage(written: string): LocalizedText {
  const text = properApostrophes(written.replace(/\s+/g, ' ').trim());
  const cyrillic = CYRILLIC.test(text);
  if (cyrillic && RUSSIAN_ONLY.test(text)) return { uz: text, ru: text, 'uz-Cyrl': text, en: text };
  if (cyrillic && !LATIN_WORD.test(text)) {
    const latin = toLatinText(text);
    return { uz: latin, ru: text, 'uz-Cyrl': text, en: latin };
  }
  const latin = cyrillic ? toLatinText(text) : text;
  const other = toCyrillic(latin, codesIn(latin));
  return { uz: latin, ru: other, 'uz-Cyrl': other, en: latin };
}
