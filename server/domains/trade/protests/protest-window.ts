import { shutAloneSince } from '#server/domains/people/accounts/index.ts';
import {
  deadlineAfter,
  deadlineAfterTime,
  workingTime,
  type WorkingCalendar,
} from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { PROTEST_DAYS } from '#shared/limits/protests.ts';
import { STANDSTILL_DAYS } from '#shared/limits/standstills.ts';

interface EndedLot {
  protest_until: Date | null;
  ended_at: Date | null;
}

/**
 * The end of the time for protests against the result of a lot: as it was announced at the hammer, or, of an auction of an earlier
 * release, by the calendar. null: the auction has not ended.
 */
export function protestUntilOf(lot: EndedLot, calendar: WorkingCalendar): Date | null {
  if (lot.protest_until) return lot.protest_until;
  return lot.ended_at && deadlineAfter(calendar, lot.ended_at, PROTEST_DAYS);
}

/**
 * The same for one participant: who could not protest because one member of staff had shut the account has the working time that was left.
 * Several shuttings together hold it up no longer than one, `STANDSTILL_DAYS` at most.
 */
export async function ownProtestUntil(
  on: AnyDb,
  lot: EndedLot,
  personId: string,
  { calendar, now }: { calendar: WorkingCalendar; now: Date },
): Promise<Date | null> {
  const announced = protestUntilOf(lot, calendar);
  if (announced === null || lot.ended_at === null) return announced;
  let until = announced;
  let heldUntil: Date | null = null;
  for (const shut of await shutAloneSince(on, personId, lot.ended_at)) {
    const from = shut.from > lot.ended_at ? shut.from : lot.ended_at;
    if (from >= until) break;
    heldUntil ??= deadlineAfter(calendar, from, STANDSTILL_DAYS);
    const opened = shut.to ?? now;
    const to = opened < heldUntil ? opened : heldUntil;
    if (to <= from) break;
    const postponed = deadlineAfterTime(calendar, to, workingTime(calendar, from, until));
    if (postponed > until) until = postponed;
  }
  return until;
}
