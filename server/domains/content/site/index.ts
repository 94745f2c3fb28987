/** Data in the frame of every page: date, language, contacts, visitor counts. */
export { siteModule } from './module.ts';
export { SITE_EVENTS } from './site.events.ts';
export type { Visitors } from './visitors.ts';
export { createSiteRepository, type SiteRepository } from './site.repository.ts';
export { partnerLogo, providerLogo, PAYMENT_PROVIDERS } from './logos.ts';
export type { ContactMessageRow } from './site.repository.ts';
