import type { FavouritesService } from '#server/domains/trade/favourites/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { addFavourite, favouriteList, removeFavourite } from '#shared/api/cabinet/favourites.ts';

export function registerFavouriteRoutes(app: HttpApp, favourites: FavouritesService): void {
  registerContract(app, addFavourite, async (call) => ({
    ids: await favourites.add(call.signedIn().personId, call.body.lotId),
  }));
  registerContract(app, removeFavourite, async (call) => ({
    ids: await favourites.remove(call.signedIn().personId, call.body.lotId),
  }));
  registerContract(app, favouriteList, (call) =>
    favourites.list(call.signedIn().personId, call.query.page, call.query.size),
  );
}
