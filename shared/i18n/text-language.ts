import type { Language } from './languages.ts';

const CYRILLIC = /\p{Script=Cyrillic}/gu;
const LATIN = /\p{Script=Latin}/gu;
const UZBEK_CYRILLIC = /[ўқғҳ]/iu;
const RUSSIAN_ONLY = /[щы]/iu;
const UZBEK_LATIN = /[og][ʻʼ'‘’`]/iu;

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/**
 * The language that a person wrote in, by its letters, for the `lang` of the text where others read it.
 * @param pages language of the page it was written on: decides where the letters do not
 */
export function languageOfText(text: string, pages: Language): Language {
  if (count(text, CYRILLIC) > count(text, LATIN)) {
    if (UZBEK_CYRILLIC.test(text)) return 'uz-Cyrl';
    return RUSSIAN_ONLY.test(text) || pages !== 'uz-Cyrl' ? 'ru' : 'uz-Cyrl';
  }
  return UZBEK_LATIN.test(text) || pages !== 'en' ? 'uz' : 'en';
}
