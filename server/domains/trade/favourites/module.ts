import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { favouritesExport } from './favourites-export.ts';
import { createFavouritesRepository } from './favourites.repository.ts';
import { createFavouritesService, type FavouritesDeps } from './favourites.service.ts';
import { FAVOURITES_PERSONAL_DATA } from './personal-data.ts';

interface FavouritesNeeds extends Pick<Base, 'database'>, Pick<FavouritesDeps, 'lots'> {}

export const favouritesModule = defineModule({
  name: 'favourites',
  personalData: FAVOURITES_PERSONAL_DATA,
  create({ database, lots }: FavouritesNeeds) {
    const favouritesRepository = createFavouritesRepository(database.db);
    return {
      favouritesRepository,
      favourites: createFavouritesService({ favourites: favouritesRepository, lots }),
    };
  },
  exports: ({ favourites }) => ({ favourites: favouritesExport(favourites) }),
});
