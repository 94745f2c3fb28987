/** Protocols: the signed record of an outcome, its copies, and the check anyone may make by its number. */
export { protocolsModule } from './module.ts';
export type { StaffProtocols } from './staff-protocols.service.ts';
export { purchaseRecord } from './purchase-record.ts';
export type { OutcomeToRecord, PreparedProtocol, ProtocolsService } from './protocols.service.ts';
