import { deadlineAfter, type WorkingCalendar } from '#server/domains/content/reference/index.ts';
import { PROTEST_DAYS } from '#shared/limits/protests.ts';

/**
 * The end of the time for protests against the result of a lot: as it was announced at the hammer, or, of an auction of an earlier
 * release, by the calendar. null: the auction has not ended.
 */
export function protestUntilOf(
  lot: { protest_until: Date | null; ended_at: Date | null },
  calendar: WorkingCalendar,
): Date | null {
  if (lot.protest_until) return lot.protest_until;
  return lot.ended_at && deadlineAfter(calendar, lot.ended_at, PROTEST_DAYS);
}
