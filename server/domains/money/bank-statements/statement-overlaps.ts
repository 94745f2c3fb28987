import type { BankSide } from '#shared/api/console/bank-statements.ts';

/** Days of an account, `YYYY-MM-DD`, and its balances at their ends; null: not stated. */
export interface StatedDays {
  fromDay: string;
  toDay: string;
  openingTiyin: number | null;
  closingTiyin: number | null;
}

/** A movement that one of two statements has alone. */
interface Movement {
  bookedOn: string;
  side: BankSide;
  amountTiyin: number;
}

const isBalanced = ({ openingTiyin, closingTiyin }: StatedDays): boolean =>
  openingTiyin !== null && closingTiyin !== null;

const within = <Line extends Movement>(lines: readonly Line[], { fromDay, toDay }: StatedDays): Line[] =>
  lines.filter(({ bookedOn }) => bookedOn >= fromDay && bookedOn <= toDay);

/** Sum and number of movements by day and side. */
function sumsOf(lines: readonly Movement[]): Map<string, { tiyin: bigint; count: number }> {
  const sums = new Map<string, { tiyin: bigint; count: number }>();
  for (const { bookedOn, side, amountTiyin } of lines) {
    const { tiyin, count } = sums.get(`${bookedOn} ${side}`) ?? { tiyin: 0n, count: 0 };
    sums.set(`${bookedOn} ${side}`, { tiyin: tiyin + BigInt(amountTiyin), count: count + 1 });
  }
  return sums;
}

/**
 * What a statement and a stored one say differently of the days that both have; null: nothing that cannot both be true. One that states
 * its balances has all lines of its days: it leaves none out that the other one has, and none of a day before its last one, which may have
 * been printed at noon, and ends with another balance where it has more.
 * Without balances lines may be left out, and what is split in one file and joined in the other shows by the sum of a day.
 * @param given.fresh lines of the new one that are not known @param given.missing lines of the stored one that the new one has not
 */
export function contradictedDays<Fresh extends Movement, Missing extends Movement>(
  statement: StatedDays,
  stored: StatedDays,
  given: { fresh: readonly Fresh[]; missing: readonly Missing[] },
): { fresh: Fresh[]; missing: Missing[] } | null {
  const fresh = within(given.fresh, stored);
  const missing = within(given.missing, statement);
  if (isBalanced(statement) && isBalanced(stored)) {
    const endsAlike = statement.toDay === stored.toDay && statement.closingTiyin === stored.closingTiyin;
    const isOnEndedDay = fresh.some(({ bookedOn }) => bookedOn < stored.toDay);
    return missing.length > 0 || isOnEndedDay || (fresh.length > 0 && endsAlike) ? { fresh, missing } : null;
  }
  const sums = sumsOf(missing);
  const isSplit = [...sumsOf(fresh)].some(([day, { tiyin, count }]) => {
    const other = sums.get(day);
    return other !== undefined && other.tiyin === tiyin && other.count + count > 2;
  });
  return isSplit ? { fresh, missing } : null;
}
