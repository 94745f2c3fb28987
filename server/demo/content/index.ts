import type { DemoLot, LotPattern } from './demo-lot.ts';
import { EQUIPMENT } from './equipment.ts';
import { itemCount, itemOf } from './items.ts';
import { MACHINES } from './machines.ts';
import { MOVABLES, PRACTICE } from './movables.ts';
import { PROPERTY } from './property.ts';
import { VEHICLES } from './vehicles.ts';

export type { DemoLot, LotPattern } from './demo-lot.ts';
export { itemOf } from './items.ts';
export { INSTALMENT_MONTHS, ORDERS, RENT_MONTHS } from './sale-terms.ts';
export { PLACES, type Place } from './places.ts';

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
/** The last lot of each pattern: they are sold at a fixed price only. */
export const FIXED_PRICE_LOTS: readonly DemoLot[] = all.flatMap((items) => items.slice(-1));
/** Everything that may come to an auction. */
export const AUCTION_LOTS: readonly DemoLot[] = all.flatMap((items) => items.slice(0, -1));
