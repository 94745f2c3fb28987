import type { RepeatObstacle } from '#shared/lifecycles/repeat.ts';
import type { ChosenReason } from '#shared/api/chosen-reason.ts';
import type { OrderFieldName } from '#shared/orders/order-fields.ts';
import type { FlowActor } from './order-flows.repository.ts';

interface Facts {
  orderId: number;
  by: FlowActor;
  /** As a person stated it, or a stable word of the system. */
  why?: string;
}

interface Ended extends Facts {
  lotId: number;
}

/** A change of an order's state, with what its message and its history need. */
export type OrderMove =
  | (Facts & { event: 'send' | 'take-back' | 'cancel' | 'delete' | 'approve' | 'close' })
  | (Facts & {
      event: 'return';
      reason: ChosenReason;
      remarks: readonly { field: OrderFieldName; text: string }[];
    })
  | (Facts & { event: 'refuse-terms'; remarks: readonly { field: OrderFieldName; text: string }[] })
  | (Facts & { event: 'reject'; reason: ChosenReason; why: string })
  /** A sale of it was handed over, or disputed by its buyer; the last one finishes it. */
  | (Ended & { event: 'confirm-hand-over' | 'dispute-hand-over' | 'finish' })
  | (Ended & { event: 'publish' | 'end-unsold' | 'withdraw-by-staff' | 'lose-sale' | 'lose-result' })
  /** It costs at most what was stated to the customer; null: any penalty. */
  | (Ended & { event: 'withdraw'; atMostTiyin: number | null })
  | (Ended & { event: 'sell'; priceTiyin: number })
  /** To be published again at that price, as its rules or its customer say; `lotId`: that was not sold. */
  | (Ended & { event: 'plan-repeat' | 'postpone-repeat'; publishAtMs: number; priceTiyin: number })
  | (Ended & { event: 'block-repeat'; obstacle: RepeatObstacle })
  | (Ended & { event: 'stop-repeat' })
  /** `lotId`: of the repeat. */
  | (Ended & { event: 'trade-again'; priceTiyin: number });
