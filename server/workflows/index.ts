/** Writes across domains: one file, one verb. */
export { createApplyForLot, type ApplyForLot, type ApplyForLotDeps } from './apply-for-lot.ts';
export {
  createApproveApplication,
  type ApproveApplication,
  type ApproveApplicationDeps,
} from './approve-application.ts';
export {
  createCancelApplication,
  type CancelApplication,
  type CancelApplicationDeps,
} from './cancel-application.ts';
export { WORKFLOW_STEPS, type WorkflowStep } from './crash-steps.ts';
export {
  createEndParticipation,
  ParticipationNotEnded,
  type EndParticipation,
  type ExcludedPerson,
} from './end-participation.ts';
export { createRecomputeLimits, type RecomputeLimits } from './recompute-limits.ts';
export { createRevokeApplication, type RevokeApplication } from './revoke-application.ts';
export { createReleaseDeposits, type ReleaseDeposits } from './release-deposits.ts';
export type { Hammer } from './after-hammer.ts';
export { concludeAuction, type ConcludeAuctionDeps } from './conclude-auction.ts';
export {
  createScheduleAuction,
  termsOf,
  type ScheduleAuction,
  type ScheduleAuctionDeps,
} from './schedule-auction.ts';
export { createTellParticipants, type TellParticipantsDeps } from './tell-participants.ts';
