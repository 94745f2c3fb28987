import { toCyrillic } from '../transliterate.ts';
import type { PageText } from './blocks.ts';
import { mapTexts } from './map-texts.ts';

/** Left in Latin by Cyrillic texts as well: signs everybody knows in this form. */
const UNTRANSLATED = ['UZS', 'SMS', 'PDF', 'QR'] as const;
/** Abbreviations keep their capitals whatever ending follows. */
const ABBREVIATIONS: Record<string, string> = { JShShIR: 'ЖШШИР', STIR: 'СТИР', BHM: 'БҲМ', MFO: 'МФО' };
const WHOLE = new RegExp(`(\\{\\{[^}]*\\}\\}|${Object.keys(ABBREVIATIONS).join('|')})`);

/** The Cyrillic page from the Latin one; placeholders keep their names. */
export const inCyrillic = (page: PageText): PageText =>
  mapTexts(page, (text) =>
    text
      .split(WHOLE)
      .map((part) => ABBREVIATIONS[part] ?? (part.startsWith('{{') ? part : toCyrillic(part, UNTRANSLATED)))
      .join(''),
  );
