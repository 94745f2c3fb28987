/** People barred from auctions for a time, and the public check of a known number. */
export { sanctionsModule } from './module.ts';
export { SANCTION_EVENTS } from './sanctions.events.ts';
export { createSanctionsRepository } from './sanctions.repository.ts';
export { createPersonalIdHash } from './personal-id-hash.ts';
export { createSanctionsService, type NewBar, type SanctionsService } from './sanctions.service.ts';
