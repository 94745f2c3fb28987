/** Times at which sellers show their lots, where they are, and the places that people take. */
export { viewingsModule } from './module.ts';
export type { BookViewings } from './book-viewings.ts';
export type { OfferViewings } from './offer-viewings.ts';
export type { ReadViewings } from './read-viewings.ts';
