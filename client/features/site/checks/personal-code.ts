import type { InputFilter } from '#client/ui/input-filters/filter.ts';
import { digitsOf, groupsOf, isDigit } from '#client/ui/input-filters/groups.ts';
import { problemOfPinfl } from '#shared/validation/pinfl.ts';
import { problemOfStir } from '#shared/validation/stir.ts';

export const CODE_KINDS = ['stir', 'pinfl'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** How many digits the code has, and how they are grouped while typed. */
const SHAPES: Record<CodeKind, { length: number; groups: [number, ...number[]] }> = {
  stir: { length: 9, groups: [3] },
  pinfl: { length: 14, groups: [1, 6, 3, 3, 1] },
};

export const CODE_LENGTH: Record<CodeKind, number> = { stir: SHAPES.stir.length, pinfl: SHAPES.pinfl.length };

const filterOf = ({ groups }: (typeof SHAPES)[CodeKind]): InputFilter => ({
  show: (text) => groupsOf(digitsOf(text), ...groups).join(' '),
  counts: isDigit,
});

export const CODE_FILTERS: Record<CodeKind, InputFilter> = {
  stir: filterOf(SHAPES.stir),
  pinfl: filterOf(SHAPES.pinfl),
};

/** `incomplete` keeps the look-up back; `unusual` is said and lets it pass: numbers of foreigners may differ. */
export type CodeProblem = 'empty' | 'incomplete' | 'first-digit' | 'unusual';

/** What is wrong with the digits of a STIR or PINFL, or null. */
export function problemOfCode(kind: CodeKind, digits: string): CodeProblem | null {
  if (digits === '') return 'empty';
  const problem = kind === 'stir' ? problemOfStir(digits, { anyHolder: true }) : problemOfPinfl(digits);
  switch (problem) {
    case null:
      return null;
    case 'length':
      return 'incomplete';
    case 'first-digit':
      return 'first-digit';
    default:
      return 'unusual';
  }
}

/** Whether a look-up with these digits makes sense. */
export const maySend = (problem: CodeProblem | null): boolean => problem === null || problem === 'unusual';
