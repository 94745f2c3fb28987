/** People barred from auctions for a time, the public check of a known number, and what staff decide about bars. */
export { debarmentsModule } from './module.ts';
export { SANCTION_EVENTS } from './sanctions.events.ts';
export { createSanctionsRepository } from './sanctions.repository.ts';
export { barNumberOf } from './bar-number.ts';
export { createSanctionsService, type NewBar, type SanctionsService } from './sanctions.service.ts';
export type { Debarments } from './debarments.ts';
export type { DebarmentStaff, OwnProposalOutcome, ProposeOutcome } from './propose-debarments.ts';
export type { DecideBarOutcome } from './decide-debarments.ts';
