import type { CrashPoint } from '#server/platform/crash-points/index.ts';

/** Steps between which the worker may die; fault tests kill it at each of them. */
export const WORKFLOW_STEPS = [
  'conclude-begun',
  'conclude-outcome-written',
  'conclude-sale-recorded',
  'conclude-handed-over',
  'release-begun',
  'release-moved',
  'release-written',
  'release-batch-committed',
] as const;
export type WorkflowStep = (typeof WORKFLOW_STEPS)[number];
export type WorkflowCrashPoint = CrashPoint<WorkflowStep>;
