export { FavouriteList as default } from '#client/features/site/lots/favourites/favourite-list.tsx';
