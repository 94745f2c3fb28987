import { shareOf } from '../auction/amounts.ts';
import { monthsOn } from '../time/months-on.ts';
import { DAY_MS, MINUTE_MS, startOfDay } from '../time/tashkent.ts';

/** A price that is paid by parts, as frozen into the lot. */
export interface PartTerms {
  priceTiyin: number;
  /** Counts towards the first part, which is no smaller. */
  depositTiyin: number;
  /** Of the price: what is due first, in basis points. */
  firstPartBp: number;
  /** Parts after the first one. */
  months: number;
}

/** One part of a price. */
export interface PlannedPart {
  /** 0: the first one; the others are due so many calendar months after it was paid. */
  k: number;
  amountTiyin: number;
  dueAtMs: number;
}

/** What a late payment costs, by the rule set of the lot; it goes to the seller. */
export interface LateFeeRule {
  /** Of the part, for each day begun after its deadline, in basis points. */
  bpPerDay: number;
  /** Of the part: no more than this in all, in basis points. */
  capBp: number;
}

/** A deadline of a part ends at this minute of its day in Tashkent. */
const DEADLINE_MINUTE = 18 * 60;

/** The given share of an amount, rounded up to a whole tiyin. @param points basis points */
const shareRoundedUp = (amountTiyin: number, points: number): number =>
  shareOf(amountTiyin, points) + (((amountTiyin % 10_000) * points) % 10_000 === 0 ? 0 : 1);

/**
 * Sums of the parts, the first part first; they make up the price, and none is zero. One sum alone: the first part is the whole
 * price, there is nothing to be paid later.
 */
export function partSums({ priceTiyin, depositTiyin, firstPartBp, months }: PartTerms): number[] {
  const first = Math.min(priceTiyin, Math.max(shareRoundedUp(priceTiyin, firstPartBp), depositTiyin));
  const rest = priceTiyin - first;
  if (rest === 0) return [first];
  const each = Math.floor(rest / months);
  // Of a rest smaller than the months there is one part.
  const count = each === 0 ? 1 : months;
  return [first, rest - each * (count - 1), ...Array.from({ length: count - 1 }, () => each)];
}

/** 18:00 of the first working day that is not before this one. @param day `YYYY-MM-DD` in Tashkent */
function deadlineOf(day: string, isWorkingDay: (at: Date) => boolean): number {
  let start = startOfDay(Date.parse(`${day}T12:00:00+05:00`));
  while (!isWorkingDay(new Date(start))) start += DAY_MS;
  return start + DEADLINE_MINUTE * MINUTE_MS;
}

/**
 * The parts of a price whose first one is paid at the given instant: part k is due k calendar months later (31 January → the last
 * day of February), moved to the next working day, 18:00 in Tashkent.
 */
export const partSchedule = (
  isWorkingDay: (at: Date) => boolean,
  terms: PartTerms,
  firstPaidAtMs: number,
): PlannedPart[] =>
  partSums(terms).map((amountTiyin, k) => ({
    k,
    amountTiyin,
    dueAtMs: k === 0 ? firstPaidAtMs : deadlineOf(monthsOn(firstPaidAtMs, k), isWorkingDay),
  }));

/** What the delay of a part costs when it is paid at the given instant, in tiyin. */
export function lateFeeOf(
  { amountTiyin, dueAtMs }: Pick<PlannedPart, 'amountTiyin' | 'dueAtMs'>,
  rule: LateFeeRule | null,
  paidAtMs: number,
): number {
  if (!rule || paidAtMs <= dueAtMs) return 0;
  const days = Math.ceil((paidAtMs - dueAtMs) / DAY_MS);
  return shareOf(amountTiyin, Math.min(rule.capBp, rule.bpPerDay * days));
}
