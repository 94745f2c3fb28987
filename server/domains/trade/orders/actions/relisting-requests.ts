import type { AnyDb } from '#server/platform/database/index.ts';
import type { ActionRefused } from '#shared/api/cabinet/order-actions.ts';
import type { ModeratedRow } from '../flows/moderated-order-tables.ts';

/** Why a lot is not repeated now, or its repeat is not stopped. */
type RepeatRefusal = Extract<ActionRefused['reason'], `repeat-${string}`>;

/** When a lot is published again, and at which price: ms and tiyin; the cut in basis points of the first price. */
export interface RepeatTerms {
  publishAtMs: number;
  startPriceTiyin: number;
  cutBp: number;
}

export type PreparedWish =
  | { outcome: 'refused'; reason: RepeatRefusal }
  | {
      outcome: 'ready';
      /** null: of a stop. */
      terms: RepeatTerms | null;
      /** Once more under the lock of the order, in the transaction that answers; a string: refused. */
      perform(tx: AnyDb): Promise<ModeratedRow | RepeatRefusal>;
    };

/** What a customer may wish about the repeat of the last lot of an order. Reads outside of transactions. */
export interface RelistingRequests {
  prepare(wish: {
    orderId: number;
    action: 'repeat' | 'stop-repeats';
    personId: string;
    /** null: as the order says. */
    cutBp: number | null;
  }): Promise<PreparedWish>;
}
