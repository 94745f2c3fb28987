/** Places for refused ids of one person in one lot, and of everybody who is not admitted, together. */
const PLACES_OF_PERSON = 256;
const PLACES_OF_STRANGERS = 1_024;

/**
 * Where a refused id is remembered within its lot. A place holds one id and a later id takes it over, so that however
 * many bids are refused, the memory of a lot stays bounded: 256 ids a participant and 1 024 for everybody else.
 * @param stranger the person is not admitted, as far as the caller knows
 */
export function refusalPlace(person: string, bidId: string, stranger = false): string {
  return stranger
    ? `*:${hash(`${person}:${bidId}`) % PLACES_OF_STRANGERS}`
    : `${person}:${hash(bidId) % PLACES_OF_PERSON}`;
}

/** FNV-1a, 32 bits: spreads ids evenly. Whoever makes ids meet only loses a memory of their own. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
