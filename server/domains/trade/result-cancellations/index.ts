/** Cancelled results of sold lots: proposals of staff, and what sellers owe because of them. */
export { resultCancellationsModule } from './module.ts';
export { createSaleClaims, type SaleClaims } from './sale-claims.ts';
export type { CancellationOutcome, ResultCancellations } from './result-cancellations.service.ts';
export { createResultCancellationsRepository } from './result-cancellations.repository.ts';
export type { CancelledSale, UndoneByStaff, UndoneSums, UndoPort } from './undo-port.ts';
