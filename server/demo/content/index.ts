import type { DemoLot, LotPattern } from './demo-lot.ts';
import { EQUIPMENT } from './equipment-lots.ts';
import { itemCount, itemOf } from './lot-patterns.ts';
import { MACHINES } from './machine-lots.ts';
import { MOVABLES, PRACTICE } from './movable-lots.ts';
import { PROPERTY } from './property-lots.ts';
import { VEHICLES } from './vehicle-lots.ts';

export type { DemoLot } from './demo-lot.ts';
export { FIRST_PART_BP, INSTALMENT_MONTHS, ORDERS, RENT_MONTHS } from './sale-terms.ts';
export { PLACES } from './places.ts';
export { UNIT_LOTS } from './unit-lots.ts';

export const PATTERNS: readonly LotPattern[] = [
  ...PROPERTY,
  ...VEHICLES,
  ...MACHINES,
  ...EQUIPMENT,
  ...MOVABLES,
];
export const PRACTICE_LOT: DemoLot = itemOf(PRACTICE, 0);

const itemsOf = (pattern: LotPattern): DemoLot[] =>
  Array.from({ length: itemCount(pattern) }, (_, n) => itemOf(pattern, n));
const all = PATTERNS.map(itemsOf);

/** The first lot of each pattern: what a new demo begins with. */
export const DEMO_LOTS: readonly DemoLot[] = all.flatMap((items) => items.slice(0, 1));
/** The last lot of each pattern: never put to auction. */
const NOT_AUCTIONED: readonly DemoLot[] = all.flatMap((items) => items.slice(-1));
/** State-income property above 60 base amounts goes to auction only; this is well below them. */
const STATE_FIXED_PRICE_MOST_UZS = 20_000_000;
/** Sold at a fixed price only, whole: a price of several pieces together would be taken for that of each. */
export const FIXED_PRICE_LOTS: readonly DemoLot[] = NOT_AUCTIONED.filter(
  ({ orderType, price, quantity }) =>
    quantity === 1 && (orderType === 'private' || price <= STATE_FIXED_PRICE_MOST_UZS),
);
/** Everything that may come to an auction. */
export const AUCTION_LOTS: readonly DemoLot[] = all.flatMap((items) => items.slice(0, -1));
