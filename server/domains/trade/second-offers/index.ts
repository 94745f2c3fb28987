/** Offers of lots to their reserve or sole participant. */
export { secondOffersModule } from './module.ts';
export { OFFER_EVENTS } from './second-offers.events.ts';
export { createSecondOffersRepository } from './second-offers.repository.ts';
export type { Offer } from './second-offer-tables.ts';
export type { Offers } from './second-offers.service.ts';
