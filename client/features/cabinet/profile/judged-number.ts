import type { Profile } from '#shared/api/cabinet/profile.ts';
import { problemOfPinfl } from '#shared/validation/pinfl.ts';
import { problemOfStir } from '#shared/validation/stir.ts';

/** Can it be the PINFL or STIR of such a person, and what the field says below it: an unusual check digit may be a slip, or a foreigner's. */
export function judgedNumber(kind: Profile['kind'], number: string) {
  if (kind === 'legal') return { wrong: problemOfStir(number) !== null, hint: 'stir' } as const;
  const problem = problemOfPinfl(number);
  const unusual = problem === 'check-digit';
  return { wrong: problem !== null && !unusual, hint: unusual ? 'unusual' : 'pinfl' } as const;
}
