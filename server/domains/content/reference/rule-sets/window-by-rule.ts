import { MINUTE_MS, startOfDay } from '#shared/time/tashkent.ts';
import type { WorkingCalendar } from '../working-days.ts';
import type { RuleSetFigures } from '#shared/rule-sets/rule-set-figures.ts';

/**
 * Window of a lot whose rule set prescribes it in working days: from the first working day after publication,
 * which is day 1, to its last day, at the set's times of day. null: the set leaves the window to the lot.
 */
export function windowByRule(
  window: RuleSetFigures['window'],
  calendar: WorkingCalendar,
  publishedAt: Date,
): { opensAt: Date; closesAt: Date } | null {
  if (window.kind !== 'workingDays') return null;
  const at = (days: number, minute: number): Date =>
    calendar.addWorkingDays(new Date(startOfDay(publishedAt.getTime()) + minute * MINUTE_MS), days);
  return { opensAt: at(1, window.opensMinute), closesAt: at(window.days, window.closesMinute) };
}
