/** The platform as an engineer sees it: processes, servers, queues, gateways. */
export { systemModule } from './module.ts';
export type { SystemService } from './system.service.ts';
