/** Lots that people have marked as favourites. */
export { favouritesModule } from './module.ts';
export { createFavouritesRepository, type FavouritesRepository } from './favourites.repository.ts';
export type { FavouritesService } from './favourites.service.ts';
