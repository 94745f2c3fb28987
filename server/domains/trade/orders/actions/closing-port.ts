import type { AnyDb } from '#server/platform/database/index.ts';
import type { CloseObstacle } from '#shared/api/cabinet/order-actions.ts';

/** Why an order without a sale cannot be closed now. */
export interface NotClosed {
  obstacle: CloseObstacle;
  /** With `protest-window`: when the time for protests ends. */
  until: Date | null;
}

/** What closing an order needs of its lots: implemented by the workflow that knows them. */
export interface ClosingPort {
  /** As of now; null: none. */
  obstacleOf(orderId: number): Promise<NotClosed | null>;
  /** Runs the work in a transaction in which nothing else decides about the order's lots, unless there is an obstacle. */
  within<Result>(orderId: number, work: (tx: AnyDb) => Promise<Result>): Promise<Result | NotClosed>;
}
