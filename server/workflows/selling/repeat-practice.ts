import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import {
  freezeTerms,
  type FrozenTerms,
  type ReferenceService,
  type RuleSet,
} from '#server/domains/content/reference/index.ts';

export type PracticeLots = Pick<LotsRepository, 'get' | 'repeatOf' | 'insertRepeat' | 'move'>;

/** A round without visitors is followed by one this many times longer, so that an unused installation stays small. */
const LONGER_WHEN_EMPTY = 12;

export interface RepeatPracticeDeps {
  lots: PracticeLots;
  reference: Pick<ReferenceService, 'ruleSetAt' | 'baseAmountAt'>;
}

/**
 * Creates the next round of a practice room, once; the finished one leaves the lists. Returns the id of the next round.
 * It starts after the pause of the rule set in force, counted from now when the last round ended long ago, and takes its
 * rules from that set once there is a newer version than the last round's.
 */
export async function repeatPractice(
  { lots, reference }: RepeatPracticeDeps,
  lotId: number,
  last: { endedAt: Date; participants: number },
): Promise<number> {
  const now = new Date();
  let next = await lots.repeatOf(lotId);
  if (next === null) {
    const ruleSet = await reference.ruleSetAt('practice', now);
    const { figures } = ruleSet;
    if (figures.window.kind !== 'rounds') throw new RangeError('the practice rule set names no rounds');
    const { lengthMs, pauseMs } = figures.window;
    const opensAt = new Date(Math.max(last.endedAt.getTime(), now.getTime() - pauseMs / 2) + pauseMs);
    const length = last.participants === 0 ? lengthMs * LONGER_WHEN_EMPTY : lengthMs;
    const closesAt = new Date(opensAt.getTime() + length);
    const newer = await newerTerms(lots, reference, lotId, ruleSet);
    const times = { opensAt, closesAt, applicationsUntil: closesAt, publishedAt: now };
    next = await lots.insertRepeat(lotId, { ...times, newer });
  }
  await lots.move(lotId, 'take-off-lists');
  return next;
}

async function newerTerms(
  lots: Pick<PracticeLots, 'get'>,
  reference: Pick<ReferenceService, 'baseAmountAt'>,
  lotId: number,
  ruleSet: RuleSet,
): Promise<FrozenTerms | null> {
  const last = await lots.get(lotId);
  if (!last || last.rule_set_version >= ruleSet.version) return null;
  const { amountTiyin } = await reference.baseAmountAt(new Date());
  const lot = { startPriceTiyin: last.start_price_tiyin, baseAmountTiyin: amountTiyin };
  return freezeTerms(ruleSet, lot);
}
