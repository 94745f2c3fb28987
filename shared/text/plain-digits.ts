import { stripInvisible } from './strip-invisible.ts';

/** Digits in black, sans-serif and double circles, from zero to nine of each, which NFKC leaves as they are. */
const CIRCLED = [...'⓿❶❷❸❹❺❻❼❽❾🄋➀➁➂➃➄➅➆➇➈🄌➊➋➌➍➎➏➐➑➒⓿⓵⓶⓷⓸⓹⓺⓻⓼⓽'];
const CIRCLED_DIGIT = new RegExp(`[${CIRCLED.join('')}]`, 'gu');
/** Frames of keys, circles and lines drawn around, over and under a digit. */
const DRAWN_ON_DIGITS = /(?<=\p{N})\p{M}+/gu;

/** What a person reads of a text: wide, circled and framed digits as plain ones, no marks that are not seen. */
export const plainDigits = (text: string): string =>
  stripInvisible(
    text
      .replace(CIRCLED_DIGIT, (digit) => String(CIRCLED.indexOf(digit) % 10))
      .normalize('NFKC')
      .replace(DRAWN_ON_DIGITS, ''),
  );
