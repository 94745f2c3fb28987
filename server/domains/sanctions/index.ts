/** Who may not take part for a time, and the check anyone may make of one number they know. */
export { SANCTION_EVENTS } from './sanctions.events.ts';
export { createSanctionsRepository, type SanctionsRepository } from './sanctions.repository.ts';
export { createPersonalIdHash, type PersonalIdHash } from './personal-id-hash.ts';
export {
  createSanctionsService,
  type NewBar,
  type SanctionsDeps,
  type SanctionsService,
} from './sanctions.service.ts';
export { BLACK_LIST_CHECKS_PER_DAY, registerSanctionRoutes } from './sanctions.routes.ts';
