import type { LotsService } from '#server/domains/trade/lots/index.ts';
import { notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { FAVOURITES_MAX } from '#shared/api/cabinet/favourites.ts';
import type { LotCard } from '#shared/api/site/lots.ts';
import type { FavouritesRepository } from './favourites.repository.ts';

export interface FavouritesService {
  /** Ids after the change, newest first. 404 for an unknown lot, 422 `favourites-full` beyond the limit. */
  add(personId: string, lotId: number): Promise<number[]>;
  /** Ids after the change; removing what is not there changes nothing. */
  remove(personId: string, lotId: number): Promise<number[]>;
  /** @param page from 1 */
  list(
    personId: string,
    page: number,
    size: number,
  ): Promise<{ items: LotCard[]; total: number; ids: number[] }>;
}

export interface FavouritesDeps {
  favourites: FavouritesRepository;
  lots: Pick<LotsService, 'cards'>;
}

export function createFavouritesService({ favourites, lots }: FavouritesDeps): FavouritesService {
  return {
    async add(personId, lotId) {
      const outcome = await favourites.add(personId, lotId, FAVOURITES_MAX);
      if (outcome === 'no-lot') throw notFound();
      if (outcome === 'full') throw ruleForbids('favourites-full', { values: { max: FAVOURITES_MAX } });
      return favourites.ids(personId);
    },

    async remove(personId, lotId) {
      await favourites.remove(personId, lotId);
      return favourites.ids(personId);
    },

    async list(personId, page, size) {
      const ids = await favourites.ids(personId);
      const wanted = ids.slice((page - 1) * size, page * size);
      const cards = new Map((await lots.cards(wanted)).map((card) => [card.id, card]));
      const items = wanted.flatMap((id) => cards.get(id) ?? []);
      return { items, total: ids.length, ids };
    },
  };
}
