import { z } from 'zod';
import { MAX_TIYIN } from '../auction/rules.ts';

/** Schemas of path and query fields, which arrive as texts: plain digits only, so `1e3`, ` 5`, `0x1` and `` are refused. */

/** What such a field looks like in a JSON schema. A body has numbers instead: none may be there. */
export const DIGITS_PATTERN = String.raw`^\d{1,16}$`;
const digits = z.string().regex(new RegExp(DIGITS_PATTERN), 'digits only');

/** Whole number from min to max, written in digits. */
export const wholeNumber = (min: number, max: number = MAX_TIYIN): z.ZodType<number, number | string> =>
  // Callers pass numbers; the client writes them into the URL as digits.
  digits.transform(Number).pipe(z.int().min(min).max(max));

/** Positive integer id in a path. */
export const idField = wholeNumber(1);

/** Positive integer id in a JSON body. */
export const idInBody = z.int().min(1).max(MAX_TIYIN);

/** Greatest id of a table whose ids have 32 bits. */
export const SHORT_ID_MAX = 2_147_483_647;
/** The same in a path, for such a table. */
export const shortIdField = wholeNumber(1, SHORT_ID_MAX);

/**
 * A UUID, in small letters whatever the caller wrote: PostgreSQL takes both for one, comparisons of texts would take them for two
 * persons.
 */
export const uuid = z.uuid().toLowerCase();

/** The version of a thing, or the round of an approval, that the caller has seen. */
export const versionInBody = z.int().min(1).max(SHORT_ID_MAX);

/** Page of a list, from 0. */
export const pageField = wholeNumber(0, 1_000_000).optional();

/** Entries of a page, at most 100. */
export const sizeField = wholeNumber(1, 100).optional();

/** What the rows of a list come to, in tiyin; the least that it is where they are not all counted (`COUNTED_ROWS_MAX`). */
export const sumOfRows = z.number().min(0);
