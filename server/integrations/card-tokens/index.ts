import { createClickCardTokens, type ClickAway, type ClickSettings } from './click-card-tokens.ts';
import { createPretendCardTokens } from './sandbox-card-tokens.ts';
import type { CardTokens } from './port.ts';

export type { CardTokens, TypedCard } from './port.ts';

/** The tokeniser of this installation; null: payouts go to bank accounts only. */
export function openCardTokens(settings: {
  click: ClickSettings | null;
  sandboxesAllowed: boolean;
  /** Called for each call that Click did not answer. */
  onAway: (away: ClickAway) => void;
}): CardTokens | null {
  if (settings.click) return createClickCardTokens(settings.click, settings.onAway);
  return settings.sandboxesAllowed ? createPretendCardTokens() : null;
}
