import type { Language } from '#shared/i18n/languages.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import type { OrderAction } from '#shared/lifecycles/order-actions.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import type { AnswerProtestOfOrder } from './protest-action.ts';
import type { RelistingRequests } from './relisting-requests.ts';

type WithdrawnFromTrade = { outcome: 'withdrawn' | 'has-price' | 'costs-more' | 'not-on-trade' | 'busy' };

/** Whose action, and from where. */
export interface Actor {
  personId: string;
  address: string;
  language: Language;
}

export interface Asked {
  orderId: number;
  version: number;
  action: OrderAction;
  copies?: number | undefined;
  /** Of `repeat`, in basis points of the first price. */
  cutBp?: number | undefined;
  /** Of `accept-protest` and `reject-protest`. */
  protestId?: number | undefined;
  reason?: string | undefined;
}

export interface Confirmed {
  token: string;
  signature?: { requestId: string; pkcs7: string } | undefined;
}

/**
 * Takes the lot of an order off trade before its first confirmed price; the order follows with its penalty.
 * @param atMostTiyin the penalty that was stated to the customer; null: any
 */
export type WithdrawFromTrade = (
  orderId: number,
  personId: string,
  atMostTiyin: number | null,
) => Promise<WithdrawnFromTrade>;

/** What actions set off beyond the order itself. */
export interface Elsewhere {
  withdrawFromTrade: WithdrawFromTrade;
  repeats: RelistingRequests;
  answerProtest: AnswerProtestOfOrder;
  /** Whether the protest waits for this customer's answer. */
  protestOf(orderId: number, personId: string, protestId: number): Promise<'open' | 'over' | 'none'>;
}

/** State after the action; null: it stays. */
export function stateOf(action: OrderAction) {
  switch (action) {
    case 'send':
    case 'take-back':
    case 'cancel':
    case 'close':
      return stateAfter(ORDER, action);
    case 'withdraw-from-trade':
      return stateAfter(ORDER, 'withdraw');
    default:
      return null;
  }
}
