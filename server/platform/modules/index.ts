/** The product in parts: a module says what it needs, gives and adds to the processes; a composition joins modules. */
export { checkPages, type EvidenceCheck, type EvidenceFound } from './evidence.ts';
export type { Base } from './base.ts';
export { compose, type Collected } from './compose.ts';
export type { Concerned, DecisionKind, MovedMoney } from './decision-kind.ts';
export {
  exportSource,
  FEW_ROWS,
  listExport,
  lotFilter,
  pageOf,
  timeCell,
  type ExportColumn,
  type ExportPage,
  type ExportRequest,
  type ExportRow,
  type ExportSource,
  type ExportValue,
  type ListColumn,
} from './export-source.ts';
export {
  defineModule,
  type Command,
  type CommandOutput,
  type EventListeners,
  type Invariant,
  type Job,
  type RetentionRule,
} from './module.ts';
export type { WorkQueue } from './work-queue.ts';
export type { ClearedColumns, ErasedValue, PersonalTable } from './personal-data.ts';
