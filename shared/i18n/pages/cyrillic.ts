import { toCyrillic } from '../transliterate.ts';
import type { PageText } from './blocks.ts';
import { mapTexts } from './map-texts.ts';

/** Left in Latin by Cyrillic texts as well: names and signs everybody knows in this form. */
const KEPT = ['Savdo', 'UZS', 'SMS', 'PDF', 'QR'] as const;
const PLACEHOLDER = /(\{\{[^}]*\}\})/;

/** The Cyrillic page from the Latin one; placeholders keep their names. */
export const inCyrillic = (page: PageText): PageText =>
  mapTexts(page, (text) =>
    text
      .split(PLACEHOLDER)
      .map((part) => (PLACEHOLDER.test(part) ? part : toCyrillic(part, KEPT)))
      .join(''),
  );
