import { deadlineAfter, type ReferenceService } from '#server/domains/reference/index.ts';
import type { NewStaffTask } from '#server/domains/staff-tasks/index.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import type { RuleSetName } from '#shared/api/lots.ts';
import { INVITATION_DAYS } from '#shared/limits/trade-terms.ts';
import type { LotOutcome } from '#shared/states/lot-outcome.ts';
import { LOT_STATUS, statusAfterHammer, type LotStatus } from '#shared/states/lot-status.ts';

export type Hammer = Extract<AuctionEntry, { kind: 'closed' }>;

/** What a hammer makes of its lot. */
export interface LotAfterHammer {
  outcome: LotOutcome;
  status: LotStatus;
  /** There is a winner who is to pay, and gets a protocol. */
  won: boolean;
}

/**
 * A winner whose right was revoked declines, and nobody has won. With a reserve participant the price stands and the lot
 * keeps "price formed" until that one is really invited; without one nobody is left to confirm the price.
 */
export function lotAfterHammer(hammer: Hammer): LotAfterHammer {
  const { outcome } = hammer;
  const plain = { outcome, status: statusAfterHammer(outcome), won: outcome === 'sold' };
  if (outcome !== 'sold' || !hammer.winnerDeclines) return plain;
  if (hammer.reserve !== null) return { ...plain, won: false };
  return { outcome: 'price-not-confirmed', status: LOT_STATUS.priceNotConfirmed, won: false };
}

interface EndedLot {
  id: number;
  practice: boolean;
  rules: AuctionRules;
  start_price_tiyin: number;
  rule_set_name: RuleSetName;
  published_at: Date;
}

/** What a person has to do because of this hammer; null: nothing. A rehearsal asks nobody for anything. */
export async function taskAfterHammer(
  reference: Pick<ReferenceService, 'ruleSetAt' | 'workingCalendar'>,
  lot: EndedLot,
  hammer: Hammer,
): Promise<NewStaffTask | null> {
  if (lot.practice) return null;
  const endedAt = new Date(hammer.atUs / 1000);
  const dueAt = deadlineAfter(await reference.workingCalendar(), endedAt, INVITATION_DAYS);
  const about = (kind: NewStaffTask['kind']) => ({
    occasion: `${kind}:${lot.id}`,
    kind,
    lotId: lot.id,
    dueAt,
  });
  if (hammer.outcome === 'sold' && hammer.winnerDeclines)
    return hammer.reserve === null
      ? { ...about('repeat-lot'), bidderNumber: hammer.winnerNumber, priceTiyin: hammer.priceTiyin }
      : {
          ...about('invite-reserve'),
          bidderNumber: hammer.reserveNumber,
          priceTiyin: hammer.reservePriceTiyin,
        };
  if (hammer.outcome !== 'not-held' || hammer.participants !== 1) return null;
  const { figures } = await reference.ruleSetAt(lot.rule_set_name, lot.published_at);
  if (!figures.offerToSoleParticipant) return null;
  const atStart = { startPriceTiyin: lot.start_price_tiyin, priceTiyin: null, count: 0 };
  return { ...about('offer-to-sole'), priceTiyin: suggestedPrice(lot.rules, atStart) };
}
