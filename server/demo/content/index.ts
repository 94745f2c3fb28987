import type { DemoLot } from './demo-lot.ts';
import { MOVABLES } from './movables.ts';
import { PROPERTY } from './property.ts';
import { VEHICLES } from './vehicles.ts';

export type { DemoLot } from './demo-lot.ts';
export { FACTS } from './facts.ts';
export { INSTALMENT_MONTHS, ORDERS, RENT_MONTHS } from './sale-terms.ts';
export { PLACES, type Place } from './places.ts';

export const PRACTICE_KEY = 'practice-phone';

/** All lots of the demo, the practice room's included. */
export const DEMO_LOTS: readonly DemoLot[] = [...PROPERTY, ...VEHICLES, ...MOVABLES];
