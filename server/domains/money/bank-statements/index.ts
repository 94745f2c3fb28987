/** Statements of the operator's bank account: their import, and what staff decide about their lines. */
export { bankStatementsModule } from './module.ts';
export type { BankLines } from './bank-lines.service.ts';
export type { ImportOutcome, StatementImport } from './import-statement.ts';
export { droppedLastBy, refusalOfRelisting } from './line-identity.ts';
export { createRelistingsRepository } from './line-repeats.repository.ts';
export { createLineProofs } from './line-proofs.repository.ts';
export { createLinesRepository, type AskedDecision } from './lines.repository.ts';
export type { BankLine } from './statement-tables.ts';
export { createValueDates } from './value-dates.repository.ts';
