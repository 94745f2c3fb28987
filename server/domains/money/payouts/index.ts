/** Payouts: what sellers get for paid sales. */
export { payoutsModule } from './module.ts';
export { createPayouts, type Payouts } from './payouts.service.ts';
export { createDecidePayouts, type DecidePayouts, type PayoutOutcome } from './decide-payouts.ts';
export { createUndoPayouts } from './undo-payouts.ts';
