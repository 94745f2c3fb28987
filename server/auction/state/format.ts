/**
 * The version of what Redis has of lots and in logs; its number in Lua is in scripts/include/format.lua. It is part of the
 * names of packed fields; format 1, which releases without a number wrote as well, adds nothing to them.
 */
export const FORMAT = 1;

/** The name that a field of this format has in Redis. */
export const inFormat = (name: string): string => (FORMAT === 1 ? name : name + String(FORMAT));
