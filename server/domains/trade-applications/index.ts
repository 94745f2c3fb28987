/** Trade applications: the right to bid on a lot; and what staff may do to its room. */
export {
  createTradeApplicationsRepository,
  type LotForApplying,
  type TradeApplication,
} from './trade-applications.repository.ts';
export { createParticipantsRepository, type AuctionOfPeople } from './participants.repository.ts';
export { createApplicationRowsRepository } from './application-rows.repository.ts';
export {
  applied,
  applyObjection,
  cancelRefusal,
  revokeRefusal,
  type Applicant,
  type ApplyFacts,
  type ApplyObjection,
} from './applying.policy.ts';
export { APPLICATION_EVENTS } from './trade-applications.events.ts';
export { offerLimit, type LimitTerms } from './offer-limit.ts';
export { registerUserOrderRoutes, type UserOrderDeps } from './user-order.routes.ts';
export {
  createTradeApplicationsService,
  type TradeApplicationsDeps,
  type TradeApplicationsService,
} from './trade-applications.service.ts';
export { registerTradeApplicationRoutes } from './trade-applications.routes.ts';
export { createConsoleRoomsRepository } from './console-rooms.repository.ts';
export {
  createConsoleRoomsService,
  type ConsoleRoomsService,
  type StaffMember,
} from './console-rooms.service.ts';
export { registerConsoleRoomRoutes } from './console-rooms.routes.ts';
export { isOutcomeUnknown, isTooLate } from './room-door.ts';
export type {
  BoardHead,
  RoomAdmission,
  RoomBans,
  RoomBoard,
  RoomCommandAnswer,
  RoomCommands,
  RoomInfo,
  RoomSeats,
  RoomShown,
  RoomVisitor,
} from './room-door.ts';
