import { deadlineAfter, type ReferenceService } from '#server/domains/content/reference/index.ts';
import type { NewStaffTask } from '#server/domains/staff/tasks/index.ts';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import { INVITATION_DAYS } from '#shared/limits/trade-terms.ts';
import type { LotOutcome } from '#shared/lifecycles/lot-outcome.ts';
import { HAMMER_EVENT, type LotEvent } from '#shared/lifecycles/lot.ts';

export type Hammer = Extract<AuctionEntry, { kind: 'closed' }>;

/** State of a lot after its hammer. */
export interface LotAfterHammer {
  outcome: LotOutcome;
  event: LotEvent;
  /** There is a winner who has to pay and gets a protocol. */
  won: boolean;
}

/**
 * A winner whose right was revoked declines, so there is no winner. With a reserve participant the price remains and the
 * lot is at "price formed" until that one is offered it; without one there is no one to confirm the price.
 */
export function lotAfterHammer(hammer: Hammer): LotAfterHammer {
  const { outcome } = hammer;
  const plain = { outcome, event: HAMMER_EVENT[outcome], won: outcome === 'sold' };
  if (outcome !== 'sold' || !hammer.winnerDeclines) return plain;
  if (hammer.reserve !== null) return { ...plain, won: false };
  return { outcome: 'price-not-confirmed', event: 'hammer-not-confirmed', won: false };
}

/** The task for staff that follows from this hammer: a winner declined, and there is no one in reserve. Null: none. */
export async function taskAfterHammer(
  reference: Pick<ReferenceService, 'workingCalendar'>,
  { id: lotId, practice }: { id: number; practice: boolean },
  { outcome, winnerDeclines, reserve, atUs, winnerNumber, priceTiyin }: Hammer,
): Promise<NewStaffTask | null> {
  if (practice || outcome !== 'sold' || !winnerDeclines || reserve !== null) return null;
  return {
    occasion: `repeat-lot:${lotId}`,
    kind: 'repeat-lot',
    lotId,
    priceTiyin,
    bidderNumber: winnerNumber,
    dueAt: deadlineAfter(await reference.workingCalendar(), new Date(atUs / 1000), INVITATION_DAYS),
  };
}
