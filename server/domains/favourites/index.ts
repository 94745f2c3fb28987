/** Lots people keep an eye on. */
export { createFavouritesRepository } from './favourites.repository.ts';
export {
  createFavouritesService,
  type FavouritesDeps,
  type FavouritesService,
} from './favourites.service.ts';
export { registerFavouriteRoutes } from './favourites.routes.ts';
