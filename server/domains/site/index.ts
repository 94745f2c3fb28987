/** What every page shows around its content: date, language, contacts, visitor counts. */
export { describeSite, type SiteSettings } from './site.service.ts';
export { createVisitors, type Visitors, type VisitorCounts } from './visitors.ts';
export { registerSiteRoutes, type SiteRouteDeps } from './site.routes.ts';
export { createSiteRepository, type SiteRepository } from './site.repository.ts';
export { registerConsoleContactRoutes } from './console-contact.routes.ts';
export { forwardMessage } from './forward-message.ts';
export { SITE_EVENTS } from './site.events.ts';
