import type { LotsRepository } from '#server/domains/lots/index.ts';
import type { ReferenceService } from '#server/domains/reference/index.ts';
import { LOT_STATUS } from '#shared/states/lot-status.ts';

export type PracticeLots = Pick<LotsRepository, 'repeatOf' | 'insertRepeat' | 'setStatus'>;

/** A round nobody came to is followed by one this many times longer, so that an empty installation stays small. */
const LONGER_WHEN_EMPTY = 12;
const ENDED = [LOT_STATUS.priceFormed, LOT_STATUS.notHeld, LOT_STATUS.noPriceGiven] as const;

export interface RepeatPracticeDeps {
  lots: PracticeLots;
  reference: Pick<ReferenceService, 'ruleSetAt'>;
}

/**
 * The next round of a practice room, made once; the finished one leaves the lists. Returns the id of the next round.
 * It starts after the pause of the rule set in force, counted from now when the last round ended long ago.
 */
export async function repeatPractice(
  { lots, reference }: RepeatPracticeDeps,
  lotId: number,
  last: { endedAt: Date; participants: number },
): Promise<number> {
  const now = new Date();
  let next = await lots.repeatOf(lotId);
  if (next === null) {
    const { figures } = await reference.ruleSetAt('practice', now);
    if (figures.window.kind !== 'rounds') throw new RangeError('the practice rule set names no rounds');
    const { lengthMs, pauseMs } = figures.window;
    const opensAt = new Date(Math.max(last.endedAt.getTime(), now.getTime() - pauseMs / 2) + pauseMs);
    const length = last.participants === 0 ? lengthMs * LONGER_WHEN_EMPTY : lengthMs;
    const closesAt = new Date(opensAt.getTime() + length);
    next = await lots.insertRepeat(lotId, {
      opensAt,
      closesAt,
      applicationsUntil: closesAt,
      publishedAt: now,
    });
  }
  await lots.setStatus(lotId, ENDED, LOT_STATUS.archived);
  return next;
}
