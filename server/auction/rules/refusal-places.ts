/** Places for refused ids of one participant in one lot, and of all people who are not admitted, together. */
const PLACES_OF_PERSON = 256;
const PLACES_OF_OTHERS = 1_024;

/**
 * The place of a refused id within its lot. A place holds one id, and a newer id replaces it, so that the memory of a lot
 * is bounded however many bids are refused: 256 ids per participant and 1 024 for everybody else.
 * @param notAdmitted the person is not admitted, as far as the caller knows
 */
export function refusalPlace(person: string, bidId: string, notAdmitted = false): string {
  return notAdmitted
    ? `*:${hash(`${person}:${bidId}`) % PLACES_OF_OTHERS}`
    : `${person}:${hash(bidId) % PLACES_OF_PERSON}`;
}

/** FNV-1a, 32 bits: spreads ids evenly. A person who forces collisions only overwrites own refusals. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
