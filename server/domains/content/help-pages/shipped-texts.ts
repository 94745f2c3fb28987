import type { HelpPageName } from '#shared/api/pages.ts';
import { markupOf } from '#shared/content/markup.ts';
import { EMPTY_CONTENT, type ContentTexts } from '#shared/content/texts.ts';
import { HELP_TEXTS } from '#shared/i18n/pages/help-pages.ts';

const contentOf = (page: HelpPageName, language: 'uz' | 'ru' | 'en'): ContentTexts['uz'] => {
  const { title, summary, blocks } = HELP_TEXTS[language][page];
  return { title, summary, body: markupOf(blocks) };
};

/** Version 0 of a page: the shipped text as staff edit it. Its Cyrillic is made from Latin. */
export const shippedTexts = (page: HelpPageName): ContentTexts => ({
  uz: contentOf(page, 'uz'),
  ru: contentOf(page, 'ru'),
  'uz-Cyrl': EMPTY_CONTENT,
  en: contentOf(page, 'en'),
});
