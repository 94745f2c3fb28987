/** Orders: what customers want to sell, from the first draft. */
export { ordersModule } from './module.ts';
export { createOrdersService, type OrdersDeps, type OrdersService } from './orders.service.ts';
export type { OrderJudge } from './judge-order.ts';
export { createOrderList, type PlainRow } from './order-list.ts';
export { ordersExport } from './orders-export.ts';
export { filesOf } from './order-files.ts';
export { termsChoices, tradeWindow } from './terms-of-order.ts';
export { createOrderFlows, type OrderFlows } from './flows/order-flows.ts';
export { createOrderTrade, type OrderTrade } from './trade/order-trade.ts';
export type { OrderOnTrade } from './trade/order-trade.repository.ts';
export type { Withdrawals } from './actions/withdrawals.ts';
export type { OrderMove } from './flows/order-move.ts';
export { createOrderMoves, type OrderMoves } from './flows/order-moves.ts';
export type {
  AnswerProtestOfOrder,
  Elsewhere,
  OrderActions,
  WithdrawFromTrade,
} from './actions/order-actions.ts';
export type { Moderation } from './moderation/moderation.service.ts';
export type { ModerationView } from './moderation/moderation-view.ts';
export { moderationModule } from './moderation/module.ts';
export { ORDER_EVENTS } from './orders.events.ts';
export { addPublishedOrder } from './trade/published-orders.repository.ts';
