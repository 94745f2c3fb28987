import type { CrashPoint } from '#server/platform/crash-points/index.ts';

/** Crash points between the steps; fault tests kill the worker at each of them. */
export const WORKFLOW_STEPS = [
  'conclude-begun',
  'conclude-outcome-written',
  'conclude-sale-recorded',
  'conclude-settlement-opened',
  'conclude-offered',
  'conclude-handed-over',
  'release-begun',
  'release-moved',
  'release-written',
  'release-batch-committed',
  'list-lot-begun',
  'list-lot-inserted',
  'list-lot-files-taken',
  'list-lot-moved',
  'list-lot-committed',
  'follow-lot-begun',
  'follow-lot-moved',
  'follow-lot-committed',
  'settlement-inserted',
  'settlement-committed',
  'settlement-money-moved',
  'settlement-decided',
  'sale-lost-decided',
  'sale-lost-announced',
  'offer-inserted',
  'offer-committed',
  'offer-deposit-held',
  'offer-accepted',
  'offer-ended',
  'undo-money-moved',
  'undo-written',
] as const;
export type WorkflowStep = (typeof WORKFLOW_STEPS)[number];
export type WorkflowCrashPoint = CrashPoint<WorkflowStep>;
