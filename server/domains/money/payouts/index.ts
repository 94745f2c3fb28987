/** Payouts: what sellers get for paid sales. */
export { payoutsModule } from './module.ts';
export type { Payouts } from './payouts.service.ts';
export type { DecidePayouts, PayoutOutcome } from './decide-payouts.ts';
export { createUndoPayouts } from './undo-payouts.ts';
