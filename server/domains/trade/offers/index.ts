/** Offers of lots to their reserve or sole participant. */
export { offersModule } from './module.ts';
export { OFFER_EVENTS } from './offers.events.ts';
export { createOffersRepository } from './offers.repository.ts';
export type { Offer } from './offer-tables.ts';
export { createOffers, type Offers } from './offers.service.ts';
