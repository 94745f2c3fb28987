import { parseSum } from '../money/money.ts';
import { parseCoordinates } from './coordinates.ts';
import { isLatinText } from './latin-text.ts';

/** Key of the text a form shows under a field; null when nothing is wrong. */
type Problem<Key extends string> = Key | null;

/** A field that must not stay empty. */
export const problemOfRequired = (text: string): Problem<'errors:required'> =>
  text.trim() === '' ? 'errors:required' : null;

/** A choice that must be made. */
export const problemOfSelection = (chosen: unknown): Problem<'errors:selection'> =>
  chosen === null || chosen === undefined || chosen === '' ? 'errors:selection' : null;

/** A table whose action needs a chosen row. */
export const problemOfRow = (chosen: readonly unknown[]): Problem<'errors:chooseRow'> =>
  chosen.length === 0 ? 'errors:chooseRow' : null;

/** A place: marked on the map or typed as a pair of decimal degrees. */
export function problemOfCoordinates(
  text: string,
): Problem<'errors:chooseCoordinate' | 'errors:coordinates'> {
  if (text.trim() === '') return 'errors:chooseCoordinate';
  return parseCoordinates(text) ? null : 'errors:coordinates';
}

/** A text that takes Latin letters only; empty is allowed. */
export const problemOfLatin = (text: string): Problem<'ui:input.latin'> =>
  isLatinText(text) ? null : 'ui:input.latin';

/** A sum of money above zero. */
export const problemOfSum = (text: string): Problem<'room:bid.notASum'> =>
  parseSum(text) ? null : 'room:bid.notASum';

/** The price of an offer, typed; `suggestedTiyin` is the least that passes now. */
export function problemOfOffer(
  text: string,
  suggestedTiyin: number,
): Problem<'errors:offerPrice' | 'room:bid.notASum' | 'room:bid.tooLow'> {
  if (text.trim() === '') return 'errors:offerPrice';
  const tiyin = parseSum(text);
  if (!tiyin) return 'room:bid.notASum';
  return tiyin < suggestedTiyin ? 'room:bid.tooLow' : null;
}
