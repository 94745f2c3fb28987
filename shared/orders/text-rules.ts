import { hasHiddenMark } from '../text/hidden-marks.ts';
import { isLatinText } from '../validation/latin-text.ts';
import type { OrderFieldName, TwoTexts } from './order-fields.ts';
import type { Judged } from './problem-context.ts';
import type { OrderProblemCode } from './problem-codes.ts';

/** A tag, a comment or a declaration. */
const HTML = /<[a-z/!?]/iu;

/** What is wrong with the letters of a text, or null. Line breaks and tabs are letters of longer texts only. */
export function problemOfLetters(text: string, lines = false): OrderProblemCode | null {
  if (hasHiddenMark(text, lines)) return 'hidden-marks';
  return HTML.test(text) ? 'html' : null;
}

interface TextLimits {
  min?: number;
  max: number;
  /** May have line breaks. */
  lines?: boolean;
  required: boolean;
  /** Uzbek in other than Latin letters, too. */
  anyLetters?: boolean | undefined;
}

/** Both languages of a text; the Uzbek one is in Latin letters. */
export function* judgeTexts(
  field: OrderFieldName,
  texts: TwoTexts | undefined,
  { min = 1, max, lines = false, required, anyLetters = false }: TextLimits,
): Judged {
  for (const part of ['uz', 'ru'] as const) {
    const text = texts?.[part].trim() ?? '';
    if (text === '') {
      // What is not required is written in both languages or in none.
      const other = texts?.[part === 'uz' ? 'ru' : 'uz'].trim() ?? '';
      if (required || other !== '') yield { field, part, problem: 'required' };
      continue;
    }
    const letters = problemOfLetters(text, lines);
    if (letters) yield { field, part, problem: letters };
    else if (part === 'uz' && !anyLetters && !isLatinText(text)) yield { field, part, problem: 'latin' };
    else if (!/\p{L}/u.test(text)) yield { field, part, problem: 'letters' };
    else if (text.length < min) yield { field, part, problem: 'too-short', details: { min } };
    if (text.length > max) yield { field, part, problem: 'too-long', details: { max } };
  }
}

/** One line that is not translated. */
export function problemOfLine(text: string, max: number): OrderProblemCode | null {
  return text.length > max ? 'too-long' : problemOfLetters(text);
}
