const MAX_INTEGER = 2_147_483_647;
/** A provider's clock may run ahead of ours by so much. */
const AHEAD_MS = 3_600_000;

/** A provider's number of a transaction: 1 to 64 characters that can be written down. */
export const isTransactionNumber = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 64 && /^[^\p{C}\s]+$/u.test(value);

/** A number that the column of reasons holds. */
export const isReason = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= MAX_INTEGER;

/** An instant in ms that has come by a provider's clock: a later one would put off the end of an unpaid transaction for ever. */
export const isPastInstant = (value: unknown, nowMs: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= nowMs + AHEAD_MS;

const hasOnlyLetters = (value: unknown): boolean => typeof value !== 'string' || !/[\0\p{Cs}]/u.test(value);

/** A value of JSON that PostgreSQL can store: no text or name in it has NUL or half of a letter, which JSON spells out. */
export function isStorableJson(value: unknown): boolean {
  let isStorable = true;
  JSON.stringify(value, (name, each: unknown) => {
    isStorable &&= hasOnlyLetters(name) && hasOnlyLetters(each);
    return each;
  });
  return isStorable;
}
