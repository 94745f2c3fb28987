/** A person in what web processes tell one another: 48 bits of a hash, which fit a number. */
export const MARK_BYTES = 6;
