import type { NewsLanguage, NewsTexts } from '#shared/api/news.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { toCyrillic } from '#shared/i18n/transliterate.ts';

export interface LocalizedNews {
  /** Of the texts: English that was not written is answered in Uzbek. */
  language: Language;
  title: string;
  summary: string;
  body: string;
}

const PARTS = ['title', 'summary', 'body'] as const;

/** The texts for a reader of this language. */
export function newsIn(texts: NewsTexts, language: Language): LocalizedNews {
  if (language === 'uz-Cyrl') {
    const { title, summary, body } = texts.uz;
    return {
      language,
      title: toCyrillic(title),
      summary: toCyrillic(summary),
      body: toCyrillic(body),
    };
  }
  if (language === 'en' && isEmpty(texts.en)) return { language: 'uz', ...texts.uz };
  return { language, ...texts[language] };
}

const isEmpty = (texts: NewsTexts['en']): boolean => PARTS.every((part) => texts[part] === '');

/**
 * Texts missing for publication, as `ru.summary`: Uzbek and Russian must be complete, English complete or absent.
 */
export function missingTexts(texts: NewsTexts): string[] {
  const wanted: NewsLanguage[] = isEmpty(texts.en) ? ['uz', 'ru'] : ['uz', 'ru', 'en'];
  return wanted.flatMap((language) =>
    PARTS.filter((part) => texts[language][part] === '').map((part) => `${language}.${part}`),
  );
}

/** A Cyrillic letter in the Uzbek Latin text, from which the Cyrillic one is made. */
export const hasCyrillic = (texts: NewsTexts): boolean =>
  PARTS.some((part) => /\p{Script=Cyrillic}/u.test(texts.uz[part]));
