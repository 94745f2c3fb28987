import { hash } from 'node:crypto';

/** A person in what web processes tell one another: 48 bits of a hash, which fit a number. */
export const MARK_BYTES = 6;

/** The mark of a person, or of another holder of that name. */
export const markOf = (name: string): Buffer => hash('sha256', name, 'buffer').subarray(0, MARK_BYTES);
