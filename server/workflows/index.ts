/** Writes across domains: one file, one verb. */
export { approveApplications, type ApproveApplicationDeps } from './approve-application.ts';
export { concludeAuction, type ConcludeAuctionDeps, type Hammer } from './conclude-auction.ts';
export {
  createScheduleAuction,
  termsOf,
  type ScheduleAuction,
  type ScheduleAuctionDeps,
} from './schedule-auction.ts';
