import type { HelpPageName } from '#shared/api/pages.ts';
import type { OrderStep } from '#shared/orders/order-fields.ts';

/** Pages of an order in the cabinet, in their order. */
export const ORDER_PAGES = [
  'order-info',
  'property-info',
  'property-photos',
  'property-documents',
  'requisites',
  'order-flows',
  'lots',
  'protests',
] as const;
export type OrderPage = (typeof ORDER_PAGES)[number];

/** Every address of the client, in one place: screens are linked by these only. */
export const paths = {
  home: () => '/home',
  /** Tab 0 search results, 1 new, 2 completed, 3 not held, 4 current (default). */
  lotList: (query: Record<string, string | number> = {}) => withQuery('/lot-list', query),
  lotView: (id: number) => `/lot-view/${id}`,
  /** A lot's room; with further lots, their rooms side by side. */
  gameView: (id: number, ...others: number[]) =>
    others.length === 0 ? `/game-view/${id}` : `/game-view?ids=${[id, ...others].join()}`,
  /** The form that begins the cancellation of a lot's result, for staff. @param sale of several at a fixed price */
  cancelResult: (lotId: number, sale?: number) =>
    withQuery('/console/result-cancellations', { begin: lotId, ...(sale === undefined ? {} : { sale }) }),
  lotResult: (id: number) => `/lot-result/${id}`,
  categories: () => '/categories',
  favourites: () => '/favourites',
  contact: () => '/contact',
  /** What an order asks of who wants to sell. */
  selling: () => '/contact#selling',
  /** An order that is written, at one of its steps; without a number the drafts, or the beginning of the first. */
  orderCreate: (id?: number, step?: OrderStep) =>
    withQuery('/order-create', {
      ...(id === undefined ? {} : { order: id }),
      ...(step === undefined ? {} : { step }),
    }),
  /** An order as its card will be, for its customer and for staff. */
  orderPreview: (id: number) => `/order-preview/${id}`,
  /** My orders, in the cabinet. */
  orders: (query: Record<string, string | number> = {}) => withQuery('/profile/orders', query),
  /** A page of one of my orders. */
  order: (id: number, page: OrderPage = 'order-info') => `/profile/orders/${page}/${id}`,
  /** With a number the check starts at once: the address a protocol's QR code carries. */
  checkProtocol: (number?: string, word?: string) =>
    withQuery('/check-protocol', { ...(number ? { number } : {}), ...(word ? { word } : {}) }),
  checkBlackList: () => '/check-black-list',
  /** All news, or one of them. */
  news: (id?: number) => (id === undefined ? '/news' : `/news/${id}`),
  openData: () => '/open-data',
  appLink: () => '/app-link',
  /** A help page. */
  info: (page: HelpPageName) => `/info/${page}`,
  /** The cabinet, or one of its pages: `applications`, `my-data`. */
  profile: (page?: string) => (page ? `/profile/${page}` : '/profile'),
  /** Lots I have won, where they are paid; with a number only that one. */
  winLots: (lotId?: number) => withQuery('/profile/winlots', lotId === undefined ? {} : { lot: lotId }),
  /** Top-up of the balance: by a sum that is missing, or for an auction, and with a way to go on when it is there. */
  topUp: ({
    amountTiyin,
    lotId,
    returnTo,
  }: { amountTiyin?: number; lotId?: number; returnTo?: string } = {}) =>
    withQuery('/profile/top-up', {
      ...(lotId === undefined ? {} : { lot: lotId }),
      ...(amountTiyin === undefined ? {} : { amount: amountTiyin }),
      ...(returnTo === undefined ? {} : { return: returnTo }),
    }),
  /** One payment among the person's own. */
  payment: (id: number) => withQuery('/profile/payments', { payment: id }),
  /** The staff's console, or one of its pages: `refunds`. */
  console: (page?: string) => (page ? `/console/${page}` : '/console'),
  /** The page of a person in the console. */
  consoleAccount: (id: string) => `/console/accounts/${encodeURIComponent(id)}`,
  /** A room in the console, or one of its tabs. */
  consoleRoom: (lotId: number, tab?: string) =>
    withQuery(`/console/rooms/${lotId}`, tab === undefined ? {} : { tab }),
  /** A disturbance of the platform, in the console. */
  incident: (id: number) => `/console/incidents/${id}`,
  /** A claim to a PINFL or STIR in the console. */
  numberClaim: (id: number) => `/console/number-claims/${id}`,
  /** An import of lots in the console. */
  orderImport: (id: number) => `/console/order-imports/${id}`,
  /** An order in the console. `search`: of the queue it was opened from, with its `?`. */
  consoleOrder: (id: number, search = '') => `/console/orders/${id}${search}`,
} as const;

function withQuery(path: string, query: Record<string, string | number>): string {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** Address of the sign-in, which comes back to `returnTo`, a path of this site. */
export function loginUrl(returnTo: string): string {
  return withQuery('/api/shop/auth/login', { return: returnTo });
}

/** Same, opening the site of accounts at its registration form. */
export function registerUrl(returnTo: string): string {
  return withQuery('/api/shop/auth/login', { return: returnTo, register: 1 });
}

/** Same, asking for the password even of somebody the site knows: for what needs a fresh sign-in. */
export function renewUrl(returnTo: string): string {
  return withQuery('/api/shop/auth/login', { return: returnTo, renew: 1 });
}

/** Path and query of the page on screen, for coming back to it. */
export function currentPath(): string {
  return `${window.location.pathname}${window.location.search}`;
}
