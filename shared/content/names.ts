import { z } from 'zod';
import type { LocalizedText } from '../i18n/localized.ts';
import { properApostrophes, toCyrillic } from '../i18n/transliterate.ts';
import { lineWithoutAccounts } from '../api/written-texts.ts';
import { NAME_MAX } from './entry-names.ts';

/** A line as staff type it: without Cyrillic it is made from the Latin text, which holds no Cyrillic letter itself. */
export function nameInputUpTo(max: number) {
  const text = lineWithoutAccounts(0, max);
  const written = text.min(1);
  return z.strictObject({
    uz: written.refine((uz) => !/\p{Script=Cyrillic}/u.test(uz), 'latin'),
    ru: written,
    'uz-Cyrl': text,
    en: written,
  });
}

export const nameInputSchema = nameInputUpTo(NAME_MAX);
export type NameInput = z.infer<typeof nameInputSchema>;

export const EMPTY_NAME: NameInput = { uz: '', ru: '', 'uz-Cyrl': '', en: '' };

/** The name in four languages. */
export function completeName(name: NameInput): LocalizedText {
  const uz = properApostrophes(name.uz.trim());
  return { uz, ru: name.ru.trim(), 'uz-Cyrl': name['uz-Cyrl'].trim() || toCyrillic(uz), en: name.en.trim() };
}

/** The name as it is edited: Cyrillic is empty where it is what would be made. */
export const editableName = (name: LocalizedText): NameInput => ({
  ...name,
  'uz-Cyrl': name['uz-Cyrl'] === toCyrillic(name.uz) ? '' : name['uz-Cyrl'],
});
