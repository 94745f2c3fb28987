/** What is known of a person over all domains, for staff who answer them. */
export { personTrailModule } from './module.ts';
export type { PersonTrail, TrailReader } from './person-trail.service.ts';
