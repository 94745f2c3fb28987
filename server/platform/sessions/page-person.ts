import { createHash } from 'node:crypto';

/** Names a person to the pages made for them, without their account id: the same in every session of theirs. */
export const pagePersonOf = (personId: string): string =>
  createHash('sha256').update(`page of ${personId}`).digest('base64url').slice(0, 22);

/**
 * Was a page made for somebody else than this person? @param mark what the page sent; a caller that is no page of ours, or one
 * made for a visitor, sends none
 */
export const isPageOfAnother = (mark: unknown, personId: string): boolean =>
  mark !== undefined && mark !== pagePersonOf(personId);
