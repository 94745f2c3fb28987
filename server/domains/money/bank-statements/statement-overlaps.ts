import type { BankSide } from '#shared/api/console/bank-statements.ts';
import type { StoredMovement, StoredStatement } from './statement-movements.repository.ts';

/** Days of an account, `YYYY-MM-DD`, and its balances at their ends; null: not stated. */
export interface StatedDays {
  fromDay: string;
  toDay: string;
  openingTiyin: number | null;
  closingTiyin: number | null;
  /** It was taken over after its last day: nothing of that day was still to come. */
  hasEnded: boolean;
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
 * What a statement and a stored one say differently of the days that both have; null: nothing that cannot both be true, whichever of the
 * two was taken over first. One that states its balances has all lines of the days before its last one. It has all of the last one too
 * where it was taken over after that day, or ends as the other one does; else it may have been printed at noon. Of two that were printed
 * on one day the later one has all lines of the other.
 * Without balances lines may be left out, and what is split in one file and joined in the other shows by the sum of a day.
 * @param given.fresh lines of the new one that the stored one has not @param given.missing those of the stored one that the new one has not
 */
function contradictedDays<Fresh extends Movement, Missing extends Movement>(
  statement: StatedDays,
  stored: StatedDays,
  given: { fresh: readonly Fresh[]; missing: readonly Missing[] },
): { fresh: Fresh[]; missing: Missing[] } | null {
  const fresh = within(given.fresh, stored);
  const missing = within(given.missing, statement);
  const areBalanced = isBalanced(statement) && isBalanced(stored);
  const endTogether = areBalanced && statement.toDay === stored.toDay;
  const endAlike = endTogether && statement.closingTiyin === stored.closingTiyin;
  const leavesOut = (days: StatedDays, lines: readonly Movement[]): boolean =>
    isBalanced(days) && lines.some(({ bookedOn }) => bookedOn < days.toDay || days.hasEnded || endAlike);
  const isOfLastDay = ({ bookedOn }: Movement): boolean => bookedOn === statement.toDay;
  const isCrossed = endTogether && fresh.some(isOfLastDay) && missing.some(isOfLastDay);
  if (isCrossed || leavesOut(stored, fresh) || leavesOut(statement, missing)) return { fresh, missing };
  if (areBalanced) return null;
  const sums = sumsOf(missing);
  const isSplit = [...sumsOf(fresh)].some(([day, { tiyin, count }]) => {
    const other = sums.get(day);
    return other !== undefined && other.tiyin === tiyin && other.count + count > 2;
  });
  return isSplit ? { fresh, missing } : null;
}

/** A line of a new statement, and the movement that it is or may be; null: no statement had it. */
export interface StatedLine<Line extends Movement> {
  line: Line;
  movement: StoredMovement | null;
}

/** Stored statements that a new one cannot be true with, and by which movements: of the new one, and those that it has not. */
export function contradictedStatements<Line extends Movement>(
  statement: StatedDays,
  lines: readonly StatedLine<Line>[],
  stored: readonly StoredStatement[],
): { ids: number[]; fresh: Line[]; missing: StoredMovement[] } {
  const ids: number[] = [];
  const fresh = new Set<Line>();
  const missing = new Map<number, StoredMovement>();
  const own = new Set(lines.map(({ movement }) => movement?.id));
  for (const other of stored) {
    // One of an earlier release may have had what was known before it.
    const mayHave = ({ id, broughtBy }: StoredMovement): boolean =>
      other.movements.has(id) || (!other.isWhole && broughtBy < other.id);
    const found = contradictedDays(statement, other, {
      fresh: lines.filter(({ movement }) => !movement || !mayHave(movement)).map(({ line }) => line),
      missing: [...other.movements.values()].filter(({ id }) => !own.has(id)),
    });
    if (!found) continue;
    ids.push(other.id);
    for (const line of found.fresh) fresh.add(line);
    for (const movement of found.missing) missing.set(movement.id, movement);
  }
  return { ids, fresh: [...fresh], missing: [...missing.values()] };
}
