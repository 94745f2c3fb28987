/** Searches of lots that people saved to be notified of new ones. */
export { savedSearchesModule } from './module.ts';
export { createNotifyOfLots } from './notify-of-lots.ts';
export { createSavedSearches, type SavedSearches } from './saved-searches.service.ts';
