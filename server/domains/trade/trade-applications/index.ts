/** Trade applications: the right to bid on a lot; and commands of staff to its room. */
export { tradeApplicationsModule } from './module.ts';
export { technicalBreakDecisions } from './end-technical-break.ts';
export { createOfferedApplications, NUMBERED } from './offered-applications.repository.ts';
export {
  createTradeApplicationsRepository,
  type LotForApplying,
  type TradeApplication,
} from './trade-applications.repository.ts';
export {
  createParticipantsRepository,
  type AuctionOfPeople,
  type BreakOfPeople,
} from './participants.repository.ts';
export {
  applied,
  applyObjection,
  isMinor,
  missingFacts,
  cancelRefusal,
  cancelUntil,
  revokeRefusal,
  type Applicant,
  type ApplyFacts,
  type ApplyObjection,
} from './apply-for-lot.policy.ts';
export {
  lastProtestUntil,
  ownProtestUntil,
  postponedProtestUntil,
  postponedProtests,
} from './protest-window.ts';
export { practiceRefusal } from './trade-applications.policy.ts';
export { APPLICATION_EVENTS } from './trade-applications.events.ts';
export { offerLimit, type LimitTerms } from './offer-limit.ts';
export type { TradeApplicationsService } from './trade-applications.service.ts';
export { BY_RULES, createConsoleRoomsRepository } from './console-rooms.repository.ts';
export { type ConsoleRoomsService } from './console-rooms.service.ts';
export type { RoomPage, RoomReader } from './room-page.service.ts';
export type { StaffMember } from './staff-member.ts';
export { isHeldForSale } from './held-for-sale.repository.ts';
export { isOutcomeUnknown, isTooLate } from './room-ports.ts';
export type {
  RoomAdmission,
  RoomBans,
  RoomChoices,
  RoomCommands,
  RoomLosses,
  RoomParticipation,
  RoomShown,
} from './room-ports.ts';
export type { TechnicalBreaks } from './technical-breaks.service.ts';
