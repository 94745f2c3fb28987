import { hasHiddenMark, withoutHiddenMarks } from '../text/hidden-marks.ts';
import { APOSTROPHES, stripInvisible } from '../text/strip-invisible.ts';

export const NAME_MAX = 200;

/** Letters of any alphabet, marks, apostrophes, dots, hyphens and spaces. */
const NATURAL = new RegExp(`^[\\p{L}\\p{M}][\\p{L}\\p{M}${APOSTROPHES}.\\- ]+$`, 'u');
/** Organisations also have digits, quotes and signs. */
const LEGAL = /^[\p{L}\p{M}\p{N}\p{Pi}\p{Ps}"№][\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

/** A name on one line without invisible marks, as it is stored. */
export const oneLine = (text: string): string => stripInvisible(text).replace(/\s+/gu, ' ').trim();

/** A name that another service or a certificate states, as it is stored, and whether marks that are not seen were taken out of it. */
export function statedName(text: string): { name: string; hadHiddenMarks: boolean } {
  const line = text.replace(/\s+/gu, ' ').trim();
  return { name: oneLine(withoutHiddenMarks(line)), hadHiddenMarks: hasHiddenMark(line) };
}

/** Is this a possible name? Checked on the stored form. */
export const isPersonName = (name: string, kind: 'natural' | 'legal'): boolean =>
  name.length <= NAME_MAX && (kind === 'legal' ? LEGAL : NATURAL).test(name);
