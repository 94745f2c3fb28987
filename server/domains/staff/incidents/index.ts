/** Disturbances of the platform: what happened, whom it concerned, what they were sent, and the report. */
export { incidentsModule } from './module.ts';
export type { Incidents } from './incidents.service.ts';
