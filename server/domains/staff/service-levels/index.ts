/** How many bids, entries into rooms, hammers and releases of deposits were as fast as is promised; what works now. */
export { serviceLevelsModule } from './module.ts';
export type { PlatformStatusService } from './platform-status.service.ts';
