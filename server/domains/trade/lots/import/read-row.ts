import { readCount, readInstant, readPercent, readYesOrNo } from '#server/platform/tables/index.ts';
import { basisPoints } from '#shared/auction/amounts.ts';
import { ORDER_LIMITS } from '#shared/orders/order-fields.ts';
import { isOneOf, stripInvisible } from '#shared/text/index.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { parsePlace } from '#shared/validation/coordinates.ts';
import type { NewLot } from '../lots.publish.ts';
import { categoryCodeOf, isLease } from './find-category.ts';
import { tiyinOf } from './parse-decimal.ts';
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
/** Columns that a table may have besides. */
export const MORE_COLUMNS = ['quantity', 'first_part_percent', 'order_end_time'] as const;
export type LotRow = Record<(typeof COLUMNS)[number], string> &
  Partial<Record<(typeof MORE_COLUMNS)[number], string>>;

/** Values of `auction_method` that are loaded: an auction, and equal units at a fixed price until `order_end_time`. */
const isAuctionMethod = isOneOf(['Auksion', 'аукцион']);
const isFixedPrice = isOneOf(['Belgilangan narx', 'фиксированная цена']);
const isOpen = isOneOf(['open', 'ochiq', 'открытый']);
const isAscending = isOneOf(['Oshirib borish', 'на повышение']);
const isCourt = isOneOf(['court', 'sud', 'суд']);

/** Why a row is not loaded. */
export const REFUSALS = {
  malformed: 'not a row of this table',
  quote: 'a quotation mark is not closed, or something follows it',
  damaged: 'the row has letters that cannot be',
  'row-too-long': 'the row is too long',
  'no-number': 'the lot has no number',
  'no-title': 'the lot has no title, or one above 1000 letters',
  'not-an-auction': 'only auctions and sales at a fixed price are loaded',
  closed: 'closed auctions are not held here',
  descending: 'descending auctions are not held here',
  price: 'the start price is no positive sum',
  step: 'the step is no positive sum',
  deposit: 'the deposit is no sum',
  'deposit-above-half': 'the deposit is above 50 % of the start price',
  instalments: 'months of instalments are no whole number from 1 to 120',
  'first-part': 'the first part is no percent from 10 to 99.99, or there are no instalments',
  quantity: 'the count of units is no whole number from 1 to 1000000',
  date: 'the start is no date and time',
  end: 'the end of a sale at a fixed price is no date and time within a year after its start',
  past: 'the auction has started already: use --start-at',
  coordinates: 'the coordinates are no decimal degrees, or one of the two is missing',
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
/** A sale at a fixed price is on trade for a year at most, as one from an order. */
const LONGEST_SALE_MS = ORDER_LIMITS.stayDays * DAY_MS;
/** Without any price, a one-day room of the state ends this long after its start. */
const QUIET_MS = 10 * 60_000;

type Parts = Pick<NewLot, 'instalmentMonths' | 'firstPartBp'>;

/** So many parts after a first one that is no larger than they are; null: the price is paid whole. */
export const equalParts = (months: number | null): Parts => ({
  instalmentMonths: months,
  firstPartBp: months && Math.max(ORDER_LIMITS.firstPartMinBp, Math.ceil(10_000 / (months + 1))),
});

function sums(row: LotRow, isAuction: boolean, refuse: (why: Refusal) => void) {
  const start = tiyinOf(row.start_price);
  if (!start) refuse('price');
  if (!isAuction) return { start: start ?? 0, step: 0, deposit: 0 };
  const step = tiyinOf(row.step_price);
  const deposit = tiyinOf(row.deposit);
  if (!step) refuse('step');
  if (deposit === null) refuse('deposit');
  // Twice the deposit, so that nothing is rounded.
  else if (start && deposit > start - deposit) refuse('deposit-above-half');
  return { start: start ?? 0, step: step ?? 0, deposit: deposit ?? 0 };
}

function kindOf(row: LotRow, refuse: (why: Refusal) => void): NonNullable<NewLot['tradeType']> {
  if (isFixedPrice(row.auction_method)) return 'fixed-price';
  if (!isAuctionMethod(row.auction_method)) refuse('not-an-auction');
  if (!isOpen(row.auction_type)) refuse('closed');
  if (readYesOrNo(row.is_descending) !== false || !isAscending(row.auction_style)) refuse('descending');
  return 'auction';
}

/** Payment by parts. A table of the state platform says nothing of the first part: it is as large as the others then. */
function partsOf(row: LotRow, refuse: (why: Refusal) => void): Parts {
  const [written, first] = [row.installment_months.trim(), (row.first_part_percent ?? '').trim()];
  const months = readCount(written, ORDER_LIMITS.instalmentMonths);
  if (written !== '' && months === null) refuse('instalments');
  if (first === '') return equalParts(months);
  const percent = readPercent(first) ?? 0;
  const firstPartBp = percent < 100 && basisPoints(percent) / 100 === percent ? basisPoints(percent) : 0;
  if (firstPartBp < ORDER_LIMITS.firstPartMinBp || written === '') refuse('first-part');
  return { instalmentMonths: months, firstPartBp };
}

/** When it is traded: a room of the state ends when it is quiet, a sale at a fixed price at its own end. */
function timesOf(
  row: LotRow,
  { isAuction, shiftMs, now }: { isAuction: boolean; shiftMs: number; now: Date },
  refuse: (why: Refusal) => void,
): Pick<NewLot, 'opensAt' | 'closesAt'> {
  const [starts, ends] = [readInstant(row.start_time), readInstant(row.order_end_time ?? '')];
  const opensAt = new Date((starts ?? 0) + shiftMs);
  if (starts === null) refuse('date');
  else if (opensAt <= now) refuse('past');
  if (isAuction) return { opensAt, closesAt: new Date(opensAt.getTime() + QUIET_MS) };
  const lastsMs = (ends ?? 0) - (starts ?? 0);
  if (ends === null || (starts !== null && (lastsMs <= 0 || lastsMs > LONGEST_SALE_MS))) refuse('end');
  return { opensAt, closesAt: new Date((ends ?? 0) + shiftMs) };
}

/** A row as a lot to publish, or every reason why it is not one. */
export function readRow(row: LotRow, { places, shiftMs, now }: ReadOptions): NewLot | readonly Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (why: Refusal): number => refusals.push(why);
  const number = stripInvisible(row.lot_id).trim();
  if (!/^\d{1,18}$/.test(number)) refuse('no-number');
  const title = row.title.trim();
  if (title === '' || title.length > TITLE_MAX) refuse('no-title');
  const tradeType = kindOf(row, refuse);
  const isAuction = tradeType === 'auction';
  const { start, step, deposit } = sums(row, isAuction, refuse);
  const parts = partsOf(row, refuse);
  const units = (row.quantity ?? '').trim();
  const quantity = units === '' ? 1 : readCount(units, ORDER_LIMITS.quantity);
  if (quantity === null) refuse('quantity');
  const times = timesOf(row, { isAuction, shiftMs, now }, refuse);
  const isPlaced = row.geo_lat.trim() !== '' || row.geo_lon.trim() !== '';
  const place = isPlaced ? parsePlace(row.geo_lat, row.geo_lon) : null;
  if (isPlaced && place === null) refuse('coordinates');
  const regionId = regionOf(stripInvisible(row.region).toUpperCase());
  if (regionId === null) refuse('region');
  const code = categoryCodeOf(row.lot_type_specific, row.lot_type);
  const categoryId = code === null ? null : places.categoryId(code);
  if (categoryId === null) refuse('category');
  if (refusals.length > 0 || regionId === null || categoryId === null || quantity === null) return refusals;

  return {
    title: inEveryLanguage(title),
    description: inEveryLanguage(`${row.lot_type_specific.trim()}: ${row.lot_type.trim()}`),
    address: inEveryLanguage(`${row.district.trim()}, ${row.address.trim()}`.replace(/, $/, '')),
    categoryId,
    regionId,
    areaId: places.areaId(regionId, row.district),
    quantity,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    photos: [],
    customer: isCourt(row.seller_hint) ? SELLERS.court : SELLERS.state,
    customerPersonId: null,
    orderId: null,
    orderType: 'state',
    tradeType,
    ...(isAuction
      ? { ruleSet: 'state-live', choices: { ownStepTiyin: step, depositTiyin: deposit } }
      : { ruleSet: 'state-shop' }),
    startPriceTiyin: start,
    ...parts,
    rentMonths: isLease(row.lot_type_specific, row.lot_type) ? 'in-papers' : null,
    outsideId: outsideIdOf(number),
    publishedAt: now,
    ...times,
  };
}
