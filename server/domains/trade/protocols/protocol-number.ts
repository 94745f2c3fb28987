/** Cyrillic letters that look like the one every number begins with, as people copy it from paper. */
const LOOKS_LIKE_P = /^[рР]/u;

/** The number as it is stored: people type small letters and Cyrillic ones. */
export const protocolNumber = (typed: string): string =>
  typed.trim().toUpperCase().replace(LOOKS_LIKE_P, 'P');
