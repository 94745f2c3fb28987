/** Protocols: the signed record of an outcome, its copies, and the check anyone may make by its number. */
export { protocolsModule } from './module.ts';
export { createProtocolFilesRepository } from './protocol-files.repository.ts';
export { createProtocolsRepository } from './protocols.repository.ts';
export { createProtocolCopies } from './protocol-copies.ts';
export { createStaffProtocols, type StaffProtocols } from './staff-protocols.service.ts';
export { purchaseRecord } from './purchase-record.ts';
export {
  createProtocolsService,
  type OutcomeToRecord,
  type PreparedProtocol,
  type ProtocolsDeps,
  type ProtocolsService,
} from './protocols.service.ts';
