/** Signs that staff should look at an auction, with their evidence. */
export { anomalyFlagsModule } from './module.ts';
