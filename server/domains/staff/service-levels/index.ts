/** How many bids, entries into rooms, hammers and releases of deposits were as fast as is promised. */
export { serviceLevelsModule } from './module.ts';
export { createServiceLevels } from './service-levels.service.ts';
