/** What the operator signs for strangers to check: heads of finished rooms' logs, and receipts of attempts. */
export { signedRecordsModule } from './module.ts';
export type { SignedRecords } from './signed-records.service.ts';
export { openSignedRecords } from './open-signed-records.ts';
export { keysAt, readGivenBytes, Unreadable, type GivenKeys } from './given-files.ts';
export { leafHash, rootOf } from './merkle-tree.ts';
export { readEntries } from './monitor.ts';
export { parseTile } from './tiles.ts';
export { type TransparencyLog } from './transparency-log.ts';
