import { problemOfPinfl } from '#shared/validation/pinfl.ts';
import { problemOfStir } from '#shared/validation/stir.ts';

export const CODE_KINDS = ['stir', 'pinfl'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** How the digits are grouped while typed; an underscore is a digit. */
export const CODE_MASKS: Record<CodeKind, string> = { stir: '___ ___ ___', pinfl: '_ ______ ___ ___ _' };

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
