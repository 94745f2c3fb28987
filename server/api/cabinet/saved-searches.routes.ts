import type { SavedSearches } from '#server/domains/trade/saved-searches/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { removeSavedSearch, savedSearches, saveSearch } from '#shared/api/cabinet/saved-searches.ts';

export function registerSavedSearchRoutes(app: HttpApp, searches: SavedSearches): void {
  registerContract(app, savedSearches, async (call) => ({
    items: await searches.list(call.signedIn().personId),
  }));
  registerContract(app, saveSearch, (call) =>
    searches.save(call.signedIn().personId, call.body.name, call.body.filter),
  );
  registerContract(app, removeSavedSearch, async (call) => {
    await searches.remove(call.signedIn().personId, call.body.id);
    return { removed: true as const };
  });
}
