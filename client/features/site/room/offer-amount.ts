import { parseSum } from '#shared/money/money.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { incrementAt } from './next-price.ts';

/** The offer the controls stand for: the suggested price, some increments above it, or what was typed. */
export interface OfferDraft {
  /** What the field holds, digits with at most two decimals; '' when nothing is typed. */
  typed: string;
  /** Increments added by the plus button. */
  steps: number;
  /** Suggested price when the text was last changed: tells a sum that was too low from one the price has passed since. */
  suggestedTiyin?: number;
}

export const EMPTY_DRAFT: OfferDraft = { typed: '', steps: 0 };
export const MAX_STEPS = 20;

/** UZS as typed ("48200000.5") to tiyin; null when it is not a positive sum. A decimal point just typed is no mistake yet. */
export function typedToTiyin(typed: string): number | null {
  const tiyin = parseSum(typed.replace(/[.,]$/, ''));
  return tiyin === 0 ? null : tiyin;
}

/** The sum the big button offers now; null: the typed text is no sum. */
export function draftAmount(room: RoomState, draft: OfferDraft): number | null {
  if (draft.typed !== '') return typedToTiyin(draft.typed);
  const step = incrementAt(room.rules, room.startPriceTiyin, room.head.suggestedTiyin, room.head.count + 1);
  const amount = room.head.suggestedTiyin + draft.steps * step;
  return amount <= Number.MAX_SAFE_INTEGER ? amount : null;
}
