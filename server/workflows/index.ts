/** Writes across domains: one file, one verb. */
export { applicationsModule } from './applications.module.ts';
export { concludeAuctionModule } from './conclude-auction.module.ts';
export { ordersOnTradeModule } from './orders-on-trade.module.ts';
export { roomsModule } from './rooms.module.ts';
export { createApplyForLot, type ApplyForLot, type ApplyRefusal } from './apply-for-lot.ts';
export { createApproveApplication } from './approve-application.ts';
export { createCancelApplication, type CancelApplication } from './cancel-application.ts';
export { WORKFLOW_STEPS, type WorkflowStep } from './crash-steps.ts';
export { createEndParticipation } from './end-participation.ts';
export { type JoinPractice } from './join-practice.ts';
export { createRecomputeLimits } from './recompute-limits.ts';
export { createRevokeApplication, type RevokeApplication } from './revoke-application.ts';
export { createReleaseDeposits } from './release-deposits.ts';
export type { Hammer } from './after-hammer.ts';
export { concludeAuction } from './conclude-auction.ts';
export { createScheduleAuction, termsOf } from './schedule-auction.ts';
export { createNotifyParticipants } from './notify-participants.ts';
export { createCorrectLot, type CorrectLot } from './correct-lot.ts';
export { createFollowLot } from './follow-lot-of-order.ts';
export { createLotsOfOrder, type LotsOfOrder } from './lots-of-order.ts';
export { createListLotFromOrder, type ListLotDeps } from './list-lot-from-order.ts';
export { createWithdrawOrder } from './withdraw-order.ts';
export { previewOrderModule } from './preview-order.module.ts';
export type { OrderPreview } from './preview-order.ts';
export { settlingModule } from './settlements.module.ts';
export { type BringMissingSum, type CheckoutOutcome } from './bring-missing-sum.ts';
export { createPrepareBar } from './bar-buyer.ts';
export { createEndSale } from './end-sale-without-payment.ts';
export { createLookAtSettlements } from './look-at-settlements.ts';
export { createOpenSettlement } from './open-settlement.ts';
export { createOpenLostSettlements } from './open-lost-settlements.ts';
export { createPaySettlement, type PaySettlement } from './pay-settlement.ts';
export { createOfferLot } from './offer-lot.ts';
export {
  createDecideStatementLine,
  type DecideStatementLine,
  type LineOutcome,
} from './decide-statement-line.ts';
export { createAnswerOffer, type AnswerOffer } from './answer-offer.ts';
export { createRefuseSettlement, type RefuseSettlement } from './refuse-settlement.ts';
