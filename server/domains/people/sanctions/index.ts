/** People barred from auctions for a time, the public check of a known number, and what staff decide about bars. */
export { sanctionsModule } from './module.ts';
export { SANCTION_EVENTS } from './sanctions.events.ts';
export { createSanctionsRepository } from './sanctions.repository.ts';
export { barNumberOf } from './bar-number.ts';
export { createSanctionsService, type NewBar, type SanctionsService } from './sanctions.service.ts';
export { createBars, type Bars } from './bars.ts';
export type { BarStaff, OwnProposalOutcome, ProposeOutcome } from './propose-bars.ts';
export type { DecideBarOutcome } from './decide-bars.ts';
