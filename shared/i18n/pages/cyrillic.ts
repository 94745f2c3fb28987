import { textInCyrillic } from '../cyrillic-texts.ts';
import type { PageText } from './blocks.ts';
import { mapTexts } from './map-texts.ts';

/** The Cyrillic page from the Latin one; placeholders keep their names. */
export const inCyrillic = (page: PageText): PageText => mapTexts(page, textInCyrillic);
