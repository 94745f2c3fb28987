/** What the operator signs for strangers to check: heads of finished rooms' logs, and receipts of attempts. */
export { signedRecordsModule } from './module.ts';
export { createSignedRecords, type SignedRecords } from './signed-records.service.ts';
export { openSignedRecords } from './open-signed-records.ts';
export { createSignedStatementsRepository } from './signed-statements.repository.ts';
export { parseTile } from './tiles.ts';
export { type TransparencyLog } from './transparency-log.ts';
