import type { AnyDb } from '#server/platform/database/index.ts';
import type { ActionRefused } from '#shared/api/order-actions.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import type { OrderAction } from '#shared/lifecycles/order-actions.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import type { ProtestAnswer } from '#shared/lifecycles/protest.ts';
import type { ModeratedRow } from '../flows/moderated-order-tables.ts';
import type { DoneAnswer, StoredToken } from './action-tokens.repository.ts';
import type { RepeatWishes } from './repeat-wishes.ts';

type WithdrawnFromTrade = { outcome: 'withdrawn' | 'has-price' | 'not-on-trade' | 'busy' };

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

/** A customer answers a protest against the result of the order's lot. */
export interface ProtestAnswerOfOrder {
  orderId: number;
  protestId: number;
  personId: string;
  verdict: ProtestAnswer;
  text: string;
}

/**
 * One transaction, which locks the sales of the lot before the order: `begin` answers false when it was done before, `finish`
 * notes that it is done. `over`: it was answered or decided already, or its time has passed.
 */
export type AnswerProtestOfOrder = (
  asked: ProtestAnswerOfOrder,
  within: { begin(tx: AnyDb): Promise<boolean>; finish(tx: AnyDb): Promise<void> },
) => Promise<'answered' | 'repeated' | 'over' | 'none'>;

/** What actions set off beyond the order itself. */
export interface Elsewhere {
  withdrawFromTrade: WithdrawFromTrade;
  repeats: RepeatWishes;
  answerProtest: AnswerProtestOfOrder;
  /** Whether the protest waits for this customer's answer. */
  protestOf(orderId: number, personId: string, protestId: number): Promise<'open' | 'over' | 'none'>;
}

/** A refusal with nothing to add. */
export const refusal = (
  reason: ActionRefused['reason'],
  details: Partial<ActionRefused> = {},
): ActionRefused => ({
  ...{ verdict: 'refused', reason, missingFacts: [], barredUntil: null, owedTiyin: 0, claimedUntilMs: null },
  ...details,
});

/** What was done with the order as it is by then. */
export const answerOf = (
  { action }: Pick<StoredToken, 'action'>,
  { id, status, version }: Pick<ModeratedRow, 'id' | 'status' | 'version'>,
): DoneAnswer => ({
  ...{ verdict: 'done', repeated: false, action },
  ...{ order: { id, status, version }, createdIds: [], penaltyTiyin: 0 },
});

/** State after the action; null: it stays. */
export function stateOf(action: OrderAction) {
  switch (action) {
    case 'send':
    case 'take-back':
    case 'cancel':
      return stateAfter(ORDER, action);
    case 'withdraw-from-trade':
      return stateAfter(ORDER, 'withdraw');
    default:
      return null;
  }
}
