/** Searches of lots that people saved to be notified of new ones. */
export { savedSearchesModule } from './module.ts';
export type { SavedSearches } from './saved-searches.service.ts';
