import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalizedText } from '#shared/i18n/localized.ts';

/** Picks the text of content (titles, addresses) in the language of the page. */
export function useLocalized(): (text: LocalizedText) => string {
  const { i18n } = useTranslation();
  const language = i18n.language as keyof LocalizedText;
  return useCallback((text) => text[language] ?? text['uz-Cyrl'] ?? text.uz, [language]);
}
