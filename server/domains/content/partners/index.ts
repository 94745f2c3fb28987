/** Those the platform works with, as the first page shows them and staff edit them. */
export { partnersModule } from './module.ts';
export type { Partners } from './partners.service.ts';
