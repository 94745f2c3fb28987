/** Protocols: the signed record of an outcome, and the check anyone may make by its number. */
export { createProtocolsRepository, type ProtocolsRepository } from './protocols.repository.ts';
export {
  createProtocolsService,
  type ProtocolsDeps,
  type ProtocolsService,
  type SaleToRecord,
} from './protocols.service.ts';
export { registerProtocolRoutes, type ProtocolRoutesDeps } from './protocols.routes.ts';
