import type { LocalizedText } from '../i18n/localized.ts';
import { properApostrophes, toCyrillic } from '../i18n/transliterate.ts';
import { isLatinText } from '../validation/latin-text.ts';
import type { EntryNames } from './entry-names.ts';

/** In four languages; null: Uzbek or English is in other letters. */
export function completeEntryNames({ uz, ru, 'uz-Cyrl': cyrillic, en }: EntryNames): LocalizedText | null {
  if (!isLatinText(uz) || !isLatinText(en)) return null;
  const latin = properApostrophes(uz);
  return { uz: latin, ru, 'uz-Cyrl': cyrillic || toCyrillic(latin), en: en || latin };
}
