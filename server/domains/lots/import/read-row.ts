import type { NewLot } from '../lots.publish.ts';
import { categoryCodeOf, isLease } from './find-category.ts';
import { tiyinOf } from './parse-decimal.ts';
import { localInstant } from './parse-local-time.ts';
import { regionOf } from './find-area.ts';
import { SELLERS } from './sellers.ts';
import { inEveryLanguage } from './lot-texts.ts';

/** Columns of the state platform's export that are read; others are ignored. */
export const COLUMNS = [
  'lot_id',
  'title',
  'lot_type',
  'lot_type_specific',
  'region',
  'district',
  'address',
  'geo_lat',
  'geo_lon',
  'start_price',
  'deposit',
  'step_price',
  'installment_months',
  'auction_method',
  'auction_style',
  'auction_type',
  'is_descending',
  'start_time',
  'seller_hint',
] as const;
export type CsvRow = Record<(typeof COLUMNS)[number], string>;

/** Why a row is not loaded. */
export const REFUSALS = {
  malformed: 'not a row of this table',
  'no-number': 'the lot has no number',
  'no-title': 'the lot has no title, or one above 1000 letters',
  'not-an-auction': 'only auctions are loaded',
  closed: 'closed auctions are not held here',
  descending: 'descending auctions are not held here',
  price: 'the start price is no positive sum',
  step: 'the step is no positive sum',
  deposit: 'the deposit is no sum',
  'deposit-above-half': 'the deposit is above 50 % of the start price',
  instalments: 'months of instalments are no whole number from 1 to 360',
  date: 'the start is no date and time',
  past: 'the auction has started already: use --start-at',
  region: 'the region is not known',
  category: 'the kind of property is not known',
  terms: 'no rule set allows these terms',
} as const;
export type Refusal = keyof typeof REFUSALS;

export interface Places {
  categoryId(code: string): number | null;
  areaId(regionId: number, name: string): number | null;
}

export interface ReadOptions {
  places: Places;
  /** Added to every date, ms. */
  shiftMs: number;
  now: Date;
}

/** Outside id of a lot by its number in the file. */
export const outsideIdOf = (number: string): string => `e-auksion:${number}`;
const TITLE_MAX = 1_000;
/** Without any price, a one-day room of the state ends this long after its start. */
const QUIET_MS = 10 * 60_000;

const coordinate = (text: string, limit: number): number | null => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && Math.abs(value) <= limit ? value : null;
};

function sums(row: CsvRow, refuse: (why: Refusal) => void) {
  const start = tiyinOf(row.start_price);
  const step = tiyinOf(row.step_price);
  const deposit = tiyinOf(row.deposit);
  if (!start) refuse('price');
  if (!step) refuse('step');
  if (deposit === null) refuse('deposit');
  // Twice the deposit, so that nothing is rounded.
  else if (start && deposit > start - deposit) refuse('deposit-above-half');
  return { start: start ?? 0, step: step ?? 0, deposit: deposit ?? 0 };
}

function kindOf(row: CsvRow, refuse: (why: Refusal) => void): void {
  if (row.auction_method.trim() !== 'Auksion') refuse('not-an-auction');
  if (row.auction_type.trim() !== 'open') refuse('closed');
  if (row.is_descending.trim() !== '0' || row.auction_style.trim() !== 'Oshirib borish') refuse('descending');
}

/** A row as a lot to publish, or every reason why it is not one. */
export function readRow(row: CsvRow, { places, shiftMs, now }: ReadOptions): NewLot | readonly Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (why: Refusal): number => refusals.push(why);
  const number = row.lot_id.trim();
  if (!/^\d{1,18}$/.test(number)) refuse('no-number');
  const title = row.title.trim();
  if (title === '' || title.length > TITLE_MAX) refuse('no-title');
  kindOf(row, refuse);
  const { start, step, deposit } = sums(row, refuse);
  const months = row.installment_months.trim();
  if (months !== '' && !(/^\d{1,3}$/.test(months) && Number(months) >= 1 && Number(months) <= 360))
    refuse('instalments');
  const starts = localInstant(row.start_time);
  const opensAt = new Date((starts ?? 0) + shiftMs);
  if (starts === null) refuse('date');
  else if (opensAt <= now) refuse('past');
  const regionId = regionOf(row.region);
  if (regionId === null) refuse('region');
  const code = categoryCodeOf(row.lot_type_specific, row.lot_type);
  const categoryId = code === null ? null : places.categoryId(code);
  if (categoryId === null) refuse('category');
  if (refusals.length > 0 || regionId === null || categoryId === null) return refusals;

  return {
    title: inEveryLanguage(title),
    description: inEveryLanguage(`${row.lot_type_specific.trim()}: ${row.lot_type.trim()}`),
    address: inEveryLanguage(`${row.district.trim()}, ${row.address.trim()}`.replace(/, $/, '')),
    categoryId,
    regionId,
    areaId: places.areaId(regionId, row.district),
    quantity: 1,
    latitude: coordinate(row.geo_lat, 90),
    longitude: coordinate(row.geo_lon, 180),
    photos: [],
    customer: row.seller_hint.trim() === 'court' ? SELLERS.court : SELLERS.state,
    customerPersonId: null,
    orderId: null,
    orderType: 'state',
    ruleSet: 'state-live',
    choices: { ownStepTiyin: step, depositTiyin: deposit },
    startPriceTiyin: start,
    instalmentMonths: months === '' ? null : Number(months),
    rentMonths: isLease(row.lot_type_specific, row.lot_type) ? 'in-papers' : null,
    outsideId: outsideIdOf(number),
    publishedAt: now,
    opensAt,
    closesAt: new Date(opensAt.getTime() + QUIET_MS),
  };
}
