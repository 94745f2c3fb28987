/** Signs that staff should look at an auction, with their evidence. */
export type { AnomalyFlags } from './anomaly-flags.service.ts';
export { anomalyFlagsModule } from './module.ts';
