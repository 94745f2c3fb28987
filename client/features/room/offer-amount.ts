import type { RoomState } from './room-state.ts';
import { incrementAt } from './next-price.ts';

/** The offer the controls stand for: the suggested price, some increments above it, or what was typed. */
export interface OfferDraft {
  /** What stands in the field, digits with at most two decimals; '' when nothing is typed. */
  typed: string;
  /** Increments added by the plus button. */
  steps: number;
}

export const EMPTY_DRAFT: OfferDraft = { typed: '', steps: 0 };
export const MAX_STEPS = 20;

/** UZS as typed ("48200000.5") to tiyin; null when it is not a sum. No floating point on the way. */
export function typedToTiyin(typed: string): number | null {
  const match = /^(\d{1,14})(?:[.,](\d{0,2}))?$/.exec(typed.replaceAll(/[\s\u00a0]/g, ''));
  if (!match) return null;
  const tiyin = BigInt(match[1] ?? '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
  return tiyin > 0n && tiyin <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(tiyin) : null;
}

/** Tiyin as the field holds it. */
export function tiyinToTyped(tiyin: number): string {
  const whole = Math.floor(tiyin / 100);
  const rest = tiyin % 100;
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0')}`;
}

/** The sum the big button stands for now; null: the typed text is no sum. */
export function draftAmount(room: RoomState, draft: OfferDraft): number | null {
  if (draft.typed !== '') return typedToTiyin(draft.typed);
  const step = incrementAt(room.rules, room.startPriceTiyin, room.head.suggestedTiyin, room.head.count + 1);
  const amount = room.head.suggestedTiyin + draft.steps * step;
  return amount <= Number.MAX_SAFE_INTEGER ? amount : null;
}
