import { UNKNOWN_LOT } from './addresses.ts';
import type { LotIds } from './addresses.ts';

/** Addresses nobody means: absurd, huge, repeated, injected. */

const LONG = 'ʻgʻishtli'.repeat(300);
const SCRIPT = '<img src=x onerror="harmed=true">';
const code = encodeURIComponent;

interface BadAddress {
  path: string;
  /** What is asked for does not exist. */
  absent: boolean;
}

const loading = (lots: LotIds): string[] => [
  '/lot-list?i=99&page=-1&size=1e9&view=cube&sort=drop',
  '/lot-list?i=4&i=1&page=2&page=x&region=abc&area=-5',
  '/lot-list?page=99999&size=100000',
  '/lot-list?region=99999999&area=7&category=88888888&group=77777',
  '/lot-list?priceFrom=-1&priceTo=1e400&dateFrom=2026-02-31&dateTo=%00',
  `/lot-list?i=0&q=${code(LONG)}`,
  `/lot-list?i=0&q=${code(SCRIPT)}`,
  `/lot-list?i=0&q=${code("'; drop table lot; --")}&tradeType=${code('__proto__')}`,
  '/lot-list?q=%E0%A4%A&i=%FF',
  '/lot-list?i=0&q=%25_%5C%28%26%7C%21',
  `/lot-view/${lots.coming}?tab=constructor&tab=lot`,
  `/check-protocol?number=${code(SCRIPT)}`,
  `/check-protocol?number=${'A'.repeat(3_000)}`,
  '/check-protocol?number=&number=1',
  '/check-black-list?value=309999991',
  '/favourites?page=-3',
  '/home?lang=xx&lang=ru&mobile=2',
  `/home?${'a=1&'.repeat(500)}#${code(SCRIPT)}`,
  `/redirecting?sign-in=${code(SCRIPT)}&return=${code('javascript:harmed=true')}`,
];

/** The answer is 404, the screen says so in words. */
const unknown = [
  '/lot-view/0',
  '/lot-view/-1',
  '/lot-view/1e3',
  `/lot-view/${code(SCRIPT)}`,
  '/lot-view/99999999999999999999',
  '/lot-result/abc',
  '/game-view/%20',
  '/info/__proto__',
  '/info/etc%2Fpasswd',
  ...['lot-view', 'lot-result', 'game-view'].map((screen) => `/${screen}/${UNKNOWN_LOT}`),
];

export const addressesOfTrouble = (lots: LotIds): BadAddress[] => [
  ...loading(lots).map((path) => ({ path, absent: false })),
  ...unknown.map((path) => ({ path, absent: true })),
];
