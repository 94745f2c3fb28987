/** Writes across domains: one file, one verb. */
export { applicationsModule } from './bidding/applications.module.ts';
export { concludeAuctionModule } from './settling/conclude-auction.module.ts';
export { erasingModule } from './people/erasing.module.ts';
export { createEraseDue } from './people/erase-person.ts';
export { importingOrdersModule } from './selling/order-imports.module.ts';
export { createImportOrdersRun, type ImportOrdersRun } from './selling/import-orders.ts';
export { ordersOnTradeModule } from './selling/published-orders.module.ts';
export { outbidAlertsModule } from './bidding/outbid-alerts.module.ts';
export { roomsModule } from './bidding/rooms.module.ts';
export { rehearsingModule } from './bidding/rehearsing.module.ts';
export { createRehearsals, type Rehearsals } from './bidding/rehearsals.ts';
export { createApplyForLot, type ApplyForLot, type ApplyRefusal } from './bidding/apply-for-lot.ts';
export { createApproveApplication } from './bidding/approve-application.ts';
export { createCancelApplication, type CancelApplication } from './bidding/cancel-application.ts';
export { WORKFLOW_STEPS, type WorkflowStep } from './crash-steps.ts';
export { createEndParticipation } from './bidding/end-participation.ts';
export { type JoinPractice } from './bidding/join-practice.ts';
export { createRecomputeLimits } from './bidding/recompute-limits.ts';
export { createRevokeApplication, type RevokeApplication } from './bidding/revoke-application.ts';
export { createReleaseDeposits } from './settling/release-deposits.ts';
export type { Hammer } from './settling/after-hammer.ts';
export { concludeAuction } from './settling/conclude-auction.ts';
export { createScheduleAuction, termsOf } from './bidding/schedule-auction.ts';
export { createNotifyParticipants } from './bidding/notify-participants.ts';
export { createTellLosses } from './after-sale/tell-losses.ts';
export { createCorrectLot, type CorrectLot } from './selling/correct-lot.ts';
export { correctingLotsModule } from './selling/correcting-lots.module.ts';
export { createLotCorrections } from './selling/lot-corrections.ts';
export { type LeaveCorrectedSale } from './selling/leave-corrected-sale.ts';
export { createFollowLot } from './selling/sync-order-with-lot.ts';
export { createLotsOfOrder, type LotsOfOrder } from './selling/list-order-lots.ts';
export { createListLotFromOrder, type ListLotDeps } from './selling/list-lot-from-order.ts';
export { repeatingModule } from './selling/relistings.module.ts';
export { createPlanRelisting } from './selling/plan-relisting.ts';
export { createRelistingBasis } from './selling/relisting-basis.ts';
export { createRepeatLot } from './selling/relist-lot.ts';
export { createWishRepeat } from './selling/request-relisting.ts';
export { createWithdrawOrder } from './selling/withdraw-order.ts';
export { previewOrderModule } from './selling/preview-order.module.ts';
export type { OrderPreview } from './selling/preview-order.ts';
export { purchasingModule } from './settling/purchases.module.ts';
export { createCancelPurchase, type CancelPurchase } from './settling/cancel-purchase.ts';
export { createConfirmPurchase, type ConfirmPurchase } from './settling/confirm-purchase.ts';
export { createEndFixedPrice } from './settling/end-fixed-price.ts';
export { createEndPurchase } from './settling/end-purchase.ts';
export {
  createReserveUnits,
  type BuyerFacts,
  type NotReserved,
  type ReserveUnits,
} from './settling/reserve-units.ts';
export { createFollowSales, eventsOfSales } from './settling/sale-status.ts';
export { createSuspendSale, type SuspendSale } from './selling/suspend-sale.ts';
export { settlingModule } from './settling/settlements.module.ts';
export { type BringMissingSum, type CheckoutOutcome } from './settling/pay-shortfall.ts';
export { createPrepareBar } from './people/debar-buyer.ts';
export { createEndLateParts } from './settling/end-late-parts.ts';
export { createEndSale } from './settling/end-sale-without-payment.ts';
export { createBuyerObstacle, type BuyerObstacle } from './settling/buyer-obstacle.ts';
export { createAskAboutStandstills } from './settling/ask-about-standstills.ts';
export { createEndStandstill } from './settling/end-standstill.ts';
export { createLookAtSettlements } from './settling/sweep-settlements.ts';
export { createOpenSettlement } from './settling/open-settlement.ts';
export { createOpenLostSettlements } from './settling/open-lost-settlements.ts';
export { createPaySettlement, type PaySettlement } from './settling/pay-settlement.ts';
export { undoingModule } from './after-sale/undo-result.module.ts';
export { createLoseResult } from './selling/lose-result.ts';
export { createUndoPurchase } from './after-sale/undo-purchase.ts';
export { createUndoResult } from './after-sale/undo-result.ts';
export { createUndoSales } from './after-sale/undo-sales.ts';
export { createMakeSecondOffer } from './settling/make-second-offer.ts';
export {
  createDecideStatementLine,
  type DecideStatementLine,
  type LineOutcome,
} from './settling/decide-statement-line.ts';
export { createAnswerOffer, type AnswerOffer } from './settling/answer-second-offer.ts';
export { createRefuseSettlement, type RefuseSettlement } from './settling/refuse-settlement.ts';
export { grantingNumberClaimsModule } from './people/number-claims.module.ts';
export { createGrantNumberClaim, type GrantNumberClaim } from './people/grant-number-claim.ts';
export { handingOverModule } from './after-sale/hand-overs.module.ts';
export { createCancelHandOver } from './after-sale/cancel-hand-over.ts';
export { createCloseOrder } from './selling/close-order.ts';
export {
  createConfirmHandOver,
  type ConfirmHandOver,
  type HandOverOutcome,
} from './after-sale/confirm-hand-over.ts';
export { createDisputeHandOver, type DisputeHandOver } from './after-sale/dispute-hand-over.ts';
export { endingOrdersModule } from './selling/ending-orders.module.ts';
export { createFinishOrder } from './selling/finish-order.ts';
export { createLookAtHandOvers } from './after-sale/sweep-hand-overs.ts';
export { protestingModule } from './after-sale/protesting.module.ts';
export { createAdmitProtest, type AdmitProtest } from './after-sale/admit-protest.ts';
export { createAnswerProtest } from './after-sale/answer-protest.ts';
export { createEndProtestPause } from './after-sale/end-protest-pause.ts';
export { createCloseProtests } from './after-sale/close-protests.ts';
export {
  createDecideProtest,
  type DecideOutcome,
  type Decision,
  type DecideProtest,
} from './after-sale/decide-protest.ts';
export { createFileProtest, type FileProtest } from './after-sale/file-protest.ts';
export { createProtestSteps } from './after-sale/protest-steps.ts';
export { createSalesClock } from './selling/sales-clock.ts';
