import { FavouriteList } from '#client/features/lots/favourites/favourite-list.tsx';

/** /favourites: lots the person has marked. */
export default function Favourites() {
  return <FavouriteList />;
}
