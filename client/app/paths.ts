/** Route patterns of the screens; links are made by client/lib/paths.ts. */
export const routes = {
  home: '/home',
  lotList: '/lot-list',
  lotView: '/lot-view/:id',
  gameView: '/game-view/:id',
  lotResult: '/lot-result/:id',
  categories: '/categories',
  favourites: '/favourites',
  contact: '/contact',
  news: '/news',
  newsArticle: '/news/:id',
  checkProtocol: '/check-protocol',
  checkBlackList: '/check-black-list',
  appLink: '/app-link',
  info: '/info/:page',
  /** Outside the layout. */
  orderPreview: '/order-preview/:id',
  profile: '/profile',
  console: '/console',
  /** Landing of the sign-in, outside the layout. */
  redirecting: '/redirecting',
} as const;
