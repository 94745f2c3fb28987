import { z } from 'zod';
import { writtenText } from '../api/written-texts.ts';

/** As staff edit it: `# ` begins a heading, `- ` a point of a list, an empty line ends a paragraph; `{{name}}` is a figure. */
const legalText = writtenText(100, 20_000);
/** Cyrillic is made from Latin. */
export const offerTextsSchema = z.strictObject({ uz: legalText, ru: legalText, en: legalText });
