import type { RefusalReason } from '#shared/auction/refusals.ts';
import { ASK_ABOVE_PERCENT } from '#shared/limits/trade-terms.ts';
import type { FinalAnswer, RoomCommand } from '#shared/realtime/client/send-command.ts';
import type { OfferBound } from './offer-bounds.ts';

/**
 * One intent of the person, from the press to its final answer. There is at most one at a time: a second press
 * while it is open never makes a second one. Its amount is the one shown at the press.
 */
export type Intent = Omit<RoomCommand, 'lotId'>;

export type IntentState =
  | { step: 'idle' }
  | { step: 'asking'; amountTiyin: number; overBasisPoints: number }
  /** The page itself knows that this sum cannot pass: nothing was sent. */
  | { step: 'not-sent'; amountTiyin: number; bound: OfferBound }
  | { step: 'sending'; intent: Intent }
  /** No answer yet: the page asks by id until it knows. */
  | { step: 'unknown'; intent: Intent }
  /** `seq`: place of the own entry in the log; the room's head may still be behind it. */
  | { step: 'confirmed'; intent: Intent; atMs: number; seq: number; leading: boolean; asleep: boolean }
  | {
      step: 'refused';
      intent: Intent;
      reason: RefusalReason;
      suggestedTiyin: number;
      limitTiyin: number;
      mostTiyin: number;
    }
  /** The server did not take the command at all (session, access, too many messages): nothing was placed. */
  | { step: 'failed'; intent: Intent; code: string };

export function isOpen(state: IntentState): boolean {
  return state.step === 'sending' || state.step === 'unknown';
}

/** My offer is confirmed and the room has not brought it yet: another press now would only be refused. */
export function aheadOfRoom(state: IntentState, headSeq: number): boolean {
  return state.step === 'confirmed' && state.intent.kind === 'offer' && state.seq > headSeq;
}

/** By how many basis points an offer passes the suggested price, rounded down; 0 when it does not. */
export function basisPointsAbove(amountTiyin: number, suggestedTiyin: number): number {
  if (suggestedTiyin <= 0 || amountTiyin <= suggestedTiyin) return 0;
  return Number(((BigInt(amountTiyin) - BigInt(suggestedTiyin)) * 10_000n) / BigInt(suggestedTiyin));
}

/** Whether an offer is so far above the suggested price that it is asked about once more: the server's own line. */
export function needsAsking(amountTiyin: number, suggestedTiyin: number): boolean {
  return (
    suggestedTiyin > 0 &&
    BigInt(amountTiyin) * 100n > BigInt(suggestedTiyin) * BigInt(100 + ASK_ABOVE_PERCENT)
  );
}

/** The state that a final answer leads to. */
export function settle(intent: Intent, answer: Exclude<FinalAnswer, { error: unknown }>): IntentState {
  switch (answer.verdict) {
    case 'accepted':
      return {
        step: 'confirmed',
        intent,
        atMs: answer.atMs,
        seq: answer.seq,
        leading: answer.leading,
        asleep: answer.asleep,
      };
    case 'refused':
      return {
        step: 'refused',
        intent,
        reason: answer.reason,
        suggestedTiyin: answer.suggestedTiyin,
        limitTiyin: answer.limitTiyin,
        mostTiyin: answer.mostTiyin,
      };
  }
}

export function newBidId(): string {
  return crypto.randomUUID();
}
