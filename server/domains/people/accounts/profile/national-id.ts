import { problemOfPinfl } from '#shared/validation/pinfl.ts';
import { problemOfStir } from '#shared/validation/stir.ts';
import { badRequest } from '#server/platform/errors/index.ts';
import type { Person } from '../person.ts';

/** The identifying column of a kind of person. */
export const numberField = (kind: Person['kind']): 'pinfl' | 'stir' => (kind === 'legal' ? 'stir' : 'pinfl');

/**
 * Throws 400 `profile.pinfl` or `profile.stir` for what cannot be the number of such a person. A PINFL with an unusual check digit, as
 * foreigners have, is one: OneID and E-IMZO state them too. Forms ask whether it is a slip.
 */
export function checkNumber(kind: Person['kind'], number: string): void {
  const problem = kind === 'legal' ? problemOfStir(number) : problemOfPinfl(number, { checkDigit: false });
  if (problem) throw badRequest(`profile.${numberField(kind)}`);
}
