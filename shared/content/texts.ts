import { z } from 'zod';
import type { PageBlock } from '../api/pages.ts';
import type { Language } from '../i18n/languages.ts';
import { inCyrillic } from '../i18n/pages/cyrillic.ts';
import { hasAccountDigits } from './account-digits.ts';
import { badLinksOf, blocksOf } from './markup.ts';
import { writtenText } from '../api/written-texts.ts';

/** Longest texts of a news item or a help page, in characters. */
export const CONTENT_LIMITS = { title: 120, summary: 300, body: 20_000 } as const;

/** Typed by staff. The Cyrillic text is made from the Latin one where it is empty; empty English falls back to Uzbek. */
export const CONTENT_LANGUAGES = ['uz', 'ru', 'uz-Cyrl', 'en'] as const;
export type ContentLanguage = (typeof CONTENT_LANGUAGES)[number];
export const CONTENT_PARTS = ['title', 'summary', 'body'] as const;
export type ContentPart = (typeof CONTENT_PARTS)[number];

const text = (most: number) => writtenText(0, most);
const textsOfOne = z.strictObject({
  title: text(CONTENT_LIMITS.title),
  summary: text(CONTENT_LIMITS.summary),
  body: text(CONTENT_LIMITS.body),
});
/** Drafts may be unfinished: what is missing is refused at publication. */
export const contentTextsSchema = z.strictObject({
  uz: textsOfOne,
  ru: textsOfOne,
  'uz-Cyrl': textsOfOne,
  en: textsOfOne,
});
export type ContentTexts = z.infer<typeof contentTextsSchema>;

export const EMPTY_CONTENT: ContentTexts['uz'] = { title: '', summary: '', body: '' };

export interface LocalizedContent {
  /** Of the texts: English that was not written is answered in Uzbek. */
  language: Language;
  title: string;
  summary: string;
  blocks: PageBlock[];
}

const isEmpty = (texts: ContentTexts['en']): boolean => CONTENT_PARTS.every((part) => texts[part] === '');

/** Each part as it was corrected by hand, or from the Latin one; addresses and placeholders are left alone. */
function cyrillicOf({ uz, 'uz-Cyrl': corrected }: ContentTexts): Omit<LocalizedContent, 'language'> {
  const { title, summary } = uz;
  const made = inCyrillic({ title, summary, updatedOn: '', blocks: blocksOf(uz.body) });
  return {
    title: corrected.title || made.title,
    summary: corrected.summary || made.summary,
    blocks: corrected.body === '' ? made.blocks : blocksOf(corrected.body),
  };
}

/** The texts for a reader of this language. */
export function contentIn(texts: ContentTexts, language: Language): LocalizedContent {
  if (language === 'uz-Cyrl') return { language, ...cyrillicOf(texts) };
  const written = language === 'en' && isEmpty(texts.en) ? 'uz' : language;
  const { title, summary, body } = texts[written];
  return { language: written, title, summary, blocks: blocksOf(body) };
}

/**
 * Texts missing for publication, as `ru.summary`: Uzbek and Russian must be complete, English complete or absent.
 */
export function missingTexts(texts: ContentTexts): string[] {
  const wanted: ContentLanguage[] = isEmpty(texts.en) ? ['uz', 'ru'] : ['uz', 'ru', 'en'];
  return wanted.flatMap((language) =>
    CONTENT_PARTS.filter((part) => texts[language][part] === '').map((part) => `${language}.${part}`),
  );
}

/** Latin letters may be in any text (names, units); a Cyrillic one in the text Cyrillic is made from is a mistake. */
export const hasCyrillic = (texts: ContentTexts): boolean =>
  CONTENT_PARTS.some((part) => /\p{Script=Cyrillic}/u.test(texts.uz[part]));

/** Links of all languages that may not be there. */
export const badLinks = (texts: ContentTexts): string[] => [
  ...new Set(CONTENT_LANGUAGES.flatMap((language) => badLinksOf(texts[language].body))),
];

/** A part of a body as readers see it, without the signs of markup. Columns of a table are read downwards, too. */
function readOf(block: PageBlock): string {
  if (block.kind === 'list') return block.items.join('\n');
  if (block.kind !== 'table') return block.text;
  const rows = [block.head, ...block.rows];
  const columns = block.head.map((_, at) => rows.map((row) => row[at]).join(', '));
  return [...rows.map((row) => row.join(' | ')), ...columns].join(' |\n| ');
}

/** Is a card or an account to pay to in them, as they are written or as they are shown? */
export const namesAccount = (texts: ContentTexts): boolean =>
  CONTENT_LANGUAGES.some((language) => {
    const shown = blocksOf(texts[language].body).map(readOf).join('\n');
    return CONTENT_PARTS.some((part) => hasAccountDigits(texts[language][part])) || hasAccountDigits(shown);
  });

/** What is between `{{` and `}}`, in all texts, and a lone brace as itself. */
export const placeholdersOf = (texts: ContentTexts): string[] => [
  ...new Set(
    CONTENT_LANGUAGES.flatMap((language) =>
      CONTENT_PARTS.flatMap((part) =>
        [...texts[language][part].matchAll(/\{\{([^{}]*)\}\}|[{}]+/g)].map(([whole, name]) => name ?? whole),
      ),
    ),
  ),
];
