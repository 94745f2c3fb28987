import { badRequest } from '#server/platform/errors/index.ts';
import {
  LONG_PAUSE_MINUTES,
  RESUME_DAYS_MAX,
  RESUME_MINUTE,
  RESUME_NOTICE_SECONDS,
} from '#shared/limits/room-actions.ts';
import { DAY_MS, MINUTE_MS, startOfDay } from '#shared/time/tashkent.ts';

/** May rooms be set to go on then? Neither too near for participants to hear of it, nor too far. */
export function isResumeAt(atMs: number, nowMs: number): boolean {
  const aheadMs = atMs - nowMs;
  return aheadMs >= RESUME_NOTICE_SECONDS * 1_000 && aheadMs <= RESUME_DAYS_MAX * DAY_MS;
}

/** @throws 400 when rooms may not be set to go on then; null: at once, which is always right */
export function judgeResumeAt(atMs: number | null, nowMs: number): void {
  if (atMs === null || isResumeAt(atMs, nowMs)) return;
  throw badRequest('console-rooms.resume-at', {
    values: { seconds: RESUME_NOTICE_SECONDS, days: RESUME_DAYS_MAX },
  });
}

/**
 * Has a pause that began then, or one shortly before it, lasted too long for one person to end it? Who waits with the press chooses the
 * instant as well.
 * @param sinceMs of the first pause that counts; null: there was none
 */
export const takesTwo = (sinceMs: number | null, nowMs: number): boolean =>
  sinceMs !== null && nowMs - sinceMs > LONG_PAUSE_MINUTES * MINUTE_MS;

/** 10:00 of the next working day, ms. */
export async function nextMorning(
  addWorkingDays: (from: Date, days: number) => Promise<Date>,
  nowMs: number,
): Promise<number> {
  const morning = new Date(startOfDay(nowMs) + RESUME_MINUTE * MINUTE_MS);
  return (await addWorkingDays(morning, 1)).getTime();
}
